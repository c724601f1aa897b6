# Builds the checkout that it stands in:
#   nix-build -E '(import <nixpkgs> { }).callPackage ./packaging/package.nix { }'
{ lib, rustPlatform, installShellFiles }:

let
  package = (lib.importTOML ../Cargo.toml).package;
in
rustPlatform.buildRustPackage {
  pname = package.name;
  version = package.version;
  src = lib.cleanSource ../.;
  cargoLock.lockFile = ../Cargo.lock;
  buildType = "dist";
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
    inherit (package) description;
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = package.name;
  };
}
