// Starts `barpoint lsp` and connects the editor with it; everything else is the server's.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** The settings that are the server's: `path` is only for starting it. */
function settings() {
  const { engine, plies, picture, inlayHints, all } = workspace.getConfiguration("barpoint");
  return { engine, plies, picture, inlayHints, all };
}

async function start() {
  const command = workspace.getConfiguration("barpoint").get("path", "barpoint");
  const selector = ["backgammon", "backgammon-sgf"].map((language) => ({ language }));
  client = new LanguageClient("barpoint", "barpoint", { command, args: ["lsp"] }, {
    documentSelector: selector,
    initializationOptions: settings(),
    middleware: {
      workspace: {
        // The server asks for its section; `path` means nothing to it.
        configuration: () => [settings()],
      },
    },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`barpoint: cannot start ${command}: ${error.message}. Set barpoint.path.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  const changed = async (event) => {
    if (event.affectsConfiguration("barpoint.path")) {
      await restart();
    } else if (event.affectsConfiguration("barpoint") && client) {
      await client.sendNotification("workspace/didChangeConfiguration", { settings: { barpoint: settings() } });
    }
  };
  context.subscriptions.push(
    commands.registerCommand("barpoint.restart", restart),
    workspace.onDidChangeConfiguration(changed),
  );
  await start();
};

exports.deactivate = stop;
