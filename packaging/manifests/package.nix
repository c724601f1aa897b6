{ lib, rustPlatform, fetchgit, installShellFiles }:

rustPlatform.buildRustPackage rec {
  pname = "barpoint";
  version = "@VERSION@";
  src = fetchgit {
    url = "@URL@.git";
    rev = "refs/tags/v${version}";
    hash = lib.fakeHash;
  };
  cargoLock.lockFile = "${src}/Cargo.lock";
  nativeBuildInputs = [ installShellFiles ];
  # The tests ask for GNU Backgammon and for programs of others.
  doCheck = false;
  postInstall = ''
    $out/bin/barpoint man -o man
    installManPage man/*.1
    for shell in bash zsh fish; do
      $out/bin/barpoint completions $shell >barpoint.$shell
    done
    installShellCompletion barpoint.{bash,zsh,fish}
  '';
  meta = {
    description = "Backgammon engine and checker of records for the command line";
    homepage = "@URL@";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "barpoint";
  };
}
