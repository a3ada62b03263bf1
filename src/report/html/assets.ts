import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HIDDEN } from '../text.ts';

/** The modules of the page's script; each uses only earlier ones. */
const MODULES = [
  'dom',
  'data',
  'json',
  'stream',
  'events',
  'diff',
  'body',
  'compare',
  'exchange',
  'cards',
  'address',
  'filters',
  'timeline',
  'links',
  'keys',
  'main',
];

/** The page's styles; later ones take precedence. */
const STYLES = ['page', 'first', 'controls', 'checks', 'evidence', 'tables', 'pictures', 'tones', 'media'];

export interface Assets {
  script: string;
  style: string;
  /** Allows only this script and this style: no request leaves the page. */
  policy: string;
}

let assets: Assets | undefined;

/** The page's script and style as one text each, with the content security policy that names their digests. */
export function pageAssets(): Assets {
  if (assets) return assets;
  const modules = MODULES.map((name) => withoutModuleSyntax(read(`client/${name}.js`)));
  const hidden = `const HIDDEN = new RegExp(${JSON.stringify(HIDDEN.source)}, ${JSON.stringify(HIDDEN.flags)});\n`;
  const script = `(async () => {\n'use strict';\n${hidden}${modules.join('\n')}})();\n`;
  const style = STYLES.map((name) => read(`style/${name}.css`)).join('');
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  assets = { script, style, policy };
  return assets;
}

function read(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`#page/${name}`)), 'utf8');
}

/** The modules run as one script, because a page opened from disk may not import any. */
function withoutModuleSyntax(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

/** The source of a policy that allows this script or style. */
export function digest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
