/** One way of writing a secret down, as bytes to look for. */
export interface SecretForm {
  /** What a report calls it: `plain`, `base64`, `reversed` … */
  name: string;
  bytes: Buffer;
}

/** Shorter secrets are words of ordinary text: looking for them in answers would shred the evidence. */
export const SHORTEST_SECRET = 6;
/** Shorter encodings turn up by chance. */
const SHORTEST_ENCODING = 8;

/** The usual ways in which a service may give a secret back, each once, the plain one first. */
export function secretForms(secret: string): SecretForm[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const forms: [string, string][] = [
    ['json-escaped', JSON.stringify(secret).slice(1, -1)],
    ['json-escaped', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['json-escaped', escapes(secret, (code) => code.toString(16))],
    ['json-escaped', escapes(secret, (code) => code.toString(16).toUpperCase())],
    ['url-encoded', encodeURIComponent(secret)],
    ['url-encoded', hex.replace(/../g, '%$&')],
    ['url-encoded', hex.toUpperCase().replace(/../g, '%$&')],
    ['reversed', [...secret].reverse().join('')],
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ['other-case', secret.toLowerCase()],
    ['other-case', secret.toUpperCase()],
    ...base64Forms(bytes),
  ];
  const found = new Map<string, SecretForm>([[secret, { name: 'plain', bytes }]]);
  for (const [name, text] of forms) {
    if (text.length >= SHORTEST_ENCODING && !found.has(text)) {
      found.set(text, { name, bytes: Buffer.from(text) });
    }
  }
  // A CSV for spreadsheets may be UTF-16.
  const wide = Buffer.from(secret, 'utf16le');
  const wideForms = [wide, Buffer.from(wide).swap16()].map((b) => ({ name: 'utf-16', bytes: b }));
  return [...found.values(), ...wideForms];
}

function escapes(secret: string, hex: (code: number) => string): string {
  let text = '';
  for (let i = 0; i < secret.length; i++) text += `\\u${hex(secret.charCodeAt(i)).padStart(4, '0')}`;
  return text;
}

/**
 * The part of a Base64 text that the secret alone decides, at each of the three places where it may begin within a group
 * of three bytes. So it is found inside `user:secret` and inside any longer text.
 */
function base64Forms(bytes: Buffer): [string, string][] {
  const forms: [string, string][] = [];
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const own = encoded.slice(first, last);
    forms.push(['base64', own], ['base64', own.replaceAll('+', '-').replaceAll('/', '_')]);
  }
  return forms;
}
