class Barpoint < Formula
  desc "Backgammon engine and match record checker for the command-line"
  homepage "@URL@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_linux do
    on_intel do
      url "@URL@/releases/download/v@VERSION@/barpoint-@VERSION@-x86_64-unknown-linux-gnu.tar.zst"
      sha256 "@LINUX@"
    end
    on_arm do
      url "@URL@/releases/download/v@VERSION@/barpoint-@VERSION@-aarch64-unknown-linux-gnu.tar.zst"
      sha256 "@ARM@"
    end
  end
  on_macos do
    url "@URL@.git", tag: "v@VERSION@"
    depends_on "rust" => :build
  end

  def install
    if OS.mac?
      system "cargo", "install", *std_cargo_args
      generate_completions_from_executable(bin/"barpoint", "completions")
      system bin/"barpoint", "man", "-o", buildpath/"man"
      man1.install Dir["man/*.1"]
    else
      bin.install "barpoint"
      man1.install Dir["man/*.1"]
      bash_completion.install "completions/barpoint.bash" => "barpoint"
      zsh_completion.install "completions/_barpoint"
      fish_completion.install "completions/barpoint.fish"
    end
  end

  test do
    system bin/"barpoint", "doctor"
  end
end
