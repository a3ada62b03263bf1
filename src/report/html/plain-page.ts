import { join, relative, sep } from 'node:path';
import { html, Markup } from '../markup.ts';
import { digest, pageAssets } from './assets.ts';

/** A page without a script or external requests, in the style of the report. `title` is that of the window. */
export function plainPage(title: string, heading: string, body: Markup): string {
  const { style } = pageAssets();
  return `${
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${new Markup(digest(style))}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${title}</title><link rel="icon" href="data:,"><style>${new Markup(style)}</style></head>
<body class="wide"><header class="top"><p class="brand">chatspec</p><h1>${heading}</h1></header><main>
${body}</main></body></html>`.source
  }\n`;
}

/**
 * The page of a report's folder as a link from a page in `from`: encoded, so that no folder name leads anywhere
 * else.
 */
export function pageLink(from: string, folder: string): string {
  return `./${relative(from, join(folder, 'index.html')).split(sep).map(encodeURIComponent).join('/')}`;
}
