import { digest, pageAssets } from './assets.ts';
import { html, Markup } from './markup.ts';

/** How a page without a script differs from the usual one. */
export interface PlainPage {
  /** As wide as the window. */
  wide?: boolean;
  /** Seconds after which it is read again. */
  refresh?: number;
}

/** A page without a script: it looks like the report and asks nothing of anybody. `title` is that of the window. */
export function plainPage(title: string, heading: string, body: Markup, page: PlainPage = {}): string {
  const { wide = false, refresh } = page;
  const { style } = pageAssets();
  return `${
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${new Markup(digest(style))}'; img-src data:; base-uri 'none'; form-action 'none'">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${title}</title><link rel="icon" href="data:,"><style>${new Markup(style)}</style></head>
<body${wide && html` class="wide"`}><header class="top"><p class="brand">chatspec</p><h1>${heading}</h1></header><main>
${body}</main></body></html>`.source
  }\n`;
}
