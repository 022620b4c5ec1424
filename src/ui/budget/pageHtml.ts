/** The page of the Budget view before anything is in it. Nothing but its own script and style may load. */

import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview } from 'vscode';

/** Folders of which a page may load anything. */
export const pageRoots = (extension: Uri): readonly Uri[] => [
	Uri.joinPath(extension, 'dist', 'webview'),
	Uri.joinPath(extension, 'media'),
];

export function pageHtml(webview: Webview, extension: Uri): string {
	const nonce = randomBytes(18).toString('base64url');
	const script = webview.asWebviewUri(Uri.joinPath(extension, 'dist', 'webview', 'budget.js'));
	const style = webview.asWebviewUri(Uri.joinPath(extension, 'media', 'budget.css'));
	const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
	return `<!DOCTYPE html>
<html lang="${escaped(env.language)}">
<head>
	<meta charset="utf-8">
	<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<link rel="stylesheet" href="${escaped(style.toString())}">
	<title>${escaped(l10n.t('Context Budget'))}</title>
</head>
<body>
	<main aria-label="${escaped(l10n.t('Context Budget'))}"></main>
	<script nonce="${nonce}" src="${escaped(script.toString())}"></script>
</body>
</html>
`;
}

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
