// Starts `tacit lsp` and connects it with the editor; everything else is in the server.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, TransportKind } from "vscode-languageclient/node";

const LANGUAGES = ["markdown", "html", "restructuredtext", "asciidoc", "dita", "plaintext"];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const watcher = vscode.workspace.createFileSystemWatcher("**/{.tacit.toml,pyproject.toml}");
  context.subscriptions.push(
    watcher,
    vscode.commands.registerCommand("tacit.restart", () => restart(watcher)),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("tacit")) {
        await restart(watcher);
      }
    }),
  );
  await start(watcher);
}

export async function deactivate(): Promise<void> {
  const stopped = client;
  client = undefined;
  await stopped?.stop();
}

async function restart(watcher: vscode.FileSystemWatcher): Promise<void> {
  await deactivate();
  await start(watcher);
}

async function start(watcher: vscode.FileSystemWatcher): Promise<void> {
  const settings = vscode.workspace.getConfiguration("tacit");
  const [command, ...args] = settings.get<string[]>("command", ["tacit", "lsp"]);
  const server: ServerOptions = { command, args, transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    initializationOptions: {
      profile: settings.get<string>("profile", ""),
      ignore: settings.get<string[]>("ignore", []),
      minConfidence: settings.get<number | null>("minConfidence", null),
    },
    synchronize: { fileEvents: watcher },
  };
  client = new LanguageClient("tacit", "tacit", server, options);
  try {
    await client.start();
  } catch {
    client = undefined;
    const tried = [command, ...args].join(" ");
    await vscode.window.showErrorMessage(
      `tacit: '${tried}' does not start. Install it with  pip install 'tacit[lsp]', or set tacit.command.`,
    );
  }
}
