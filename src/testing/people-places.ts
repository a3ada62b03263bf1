import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

const escaped = (text: string) =>
  [...text.split('')].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const someEscaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/@/g, '\\u0040')
    .replace(/[aeiou]/g, (c) => escaped(c));
const entities = (text: string) => [...text].map((c) => `&#${c.codePointAt(0)};`).join('');
const hexEntities = (text: string) =>
  text.replace(/[@."<>&]/g, (c) => `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`);
const percents = (text: string) => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
/** Quoted-printable, every byte. */
export const soft = (text: string) => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&');
const cell = (text: string, delimiter: string) =>
  /["\r\n ]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** Each byte changed by the first one. */
const shielded = (text: string) =>
  Buffer.from([0x5a, ...Buffer.from(text).map((byte) => byte ^ 0x5a)]).toString('hex');
/** One file in a ZIP archive. */
function archive(content: string): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.write('PK\u0003\u0004', 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  return Buffer.concat([head, packed]);
}

const json = (member: string, text: string) =>
  `[{"id":1,"${member}":"${text}","model":"gpt@1","total_tokens":12345678901234567890}]`;
/** What a person (`who`, under `member`) and an address look like in usage data, by the form that they stand in. */
export const PLACES: Record<string, (who: string, mail: string, member: string) => string | Buffer> = {
  JSON: (who, mail, member) => JSON.stringify([{ [member]: who, email: mail, model: 'm' }]),
  'JSON, escaped': (who, mail, member) => `${json(member, escaped(who))}${json('note', escaped(mail))}`,
  'JSON, some escaped': (who, mail, member) =>
    `${json(member, someEscaped(who))}${json('contact', someEscaped(mail))}`,
  'JSON, a name escaped': (who, mail) =>
    `${json('us\\u0065r_id', JSON.stringify(who).slice(1, -1))}${json('\\u0065mail', JSON.stringify(mail).slice(1, -1))}`,
  'JSON in JSON': (who, mail, member) =>
    JSON.stringify({ [member]: who, raw: JSON.stringify({ email: mail }) }),
  'an object of a person': (who, mail) =>
    JSON.stringify({ user: { id: who, contact: mail }, total_tokens: 1 }),
  'names of members': (who, mail) =>
    JSON.stringify({ user_id: who, by_user: { [mail]: { total_tokens: 3 } } }),
  'a map of people': (who, mail) =>
    JSON.stringify({ user_id: who, users: { [mail]: 3 }, owner: { [mail]: { total_tokens: 1 } } }),
  'broken JSON': (who, mail, member) =>
    `[{"${member}":${JSON.stringify(who)},"email":${JSON.stringify(mail)},,,`,
  'UTF-16': (who, mail, member) => Buffer.from(JSON.stringify([{ [member]: who, email: mail }]), 'utf16le'),
  'UTF-16 with a mark, the other order': (who, mail, member) =>
    Buffer.from(`\ufeff${JSON.stringify([{ [member]: who, email: mail }])}`, 'utf16le').swap16(),
  CSV: (who, mail, member) => `${member},email,model\r\n${cell(who, ',')},${cell(mail, ',')},m\r\n`,
  'CSV with semicolons': (who, mail, member) =>
    `model;${member};e-mail\nm;${cell(who, ';')};${cell(mail, ';')}\n`,
  'CSV in UTF-16': (who, mail, member) =>
    Buffer.from(`\ufeff${member}\temail\tmodel\n${cell(who, '\t')}\t${cell(mail, '\t')}\tm\n`, 'utf16le'),
  entities: (who, mail, member) =>
    json(member, entities(who)) + json('email', hexEntities(JSON.stringify(mail).slice(1, -1))),
  percents: (who, mail, member) =>
    `{"next":"/usage/stats?${member}=${percents(who)}&email=${encodeURIComponent(mail)}"}`,
  'twice in percents': (who, mail, member) =>
    `{"next":"/usage/stats?${encodeURIComponent(`${member}=${percents(who)}&email=${percents(mail)}`)}", "${member}":${JSON.stringify(who)}}`,
  'Base64 in a cursor': (who, mail, member) =>
    JSON.stringify({
      [member]: who,
      next_cursor: Buffer.from(JSON.stringify({ email: mail })).toString('base64url'),
    }),
  'Base64 of an address': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: Buffer.from(mail).toString('base64'), model: 'm' }]),
  'Base64 twice': (who, mail) => {
    const once = Buffer.from(`to ${mail} `).toString('base64');
    return JSON.stringify([{ user_id: who, note: `token ${Buffer.from(once).toString('base64')}` }]);
  },
  'Base64 in CSV': (who, mail, member) =>
    `${member},note\r\n${cell(who, ',')},${Buffer.from(`<${mail}>`).toString('base64')}\r\n`,
  'quoted-printable': (who, mail, member) => JSON.stringify([{ [member]: who, note: `${soft(mail)} wrote` }]),
  'an encoded word in Base64': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: `=?utf-8?B?${Buffer.from(mail).toString('base64')}?=` }]),
  'an encoded word in quoted-printable': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: `from =?UTF-8?Q?${soft(mail)}?=` }]),
  'hexadecimal of an address': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: Buffer.from(mail).toString('hex') }]),
  'hexadecimal of a database': (who, mail) =>
    JSON.stringify([{ user_id: who, note: `\\x${Buffer.from(`<${mail}>`).toString('hex')}` }]),
  'an address that Cloudflare shields': (who, mail) =>
    JSON.stringify([{ user_id: who, note: `<a data-cfemail="${shielded(mail)}">` }]),
  'a spreadsheet': (who, mail) => archive(`<c>${who}</c><c>${mail}</c>`),
  'a part in gzip': (who, mail) =>
    Buffer.concat([Buffer.from('--b\r\n\r\n'), gzipSync(`${who} ${mail}`), Buffer.from('\r\n--b--')]),
  gzip: (who, mail) => gzipSync(JSON.stringify([{ user_id: who, email: mail }])),
  deflate: (who, mail) => deflateSync(JSON.stringify([{ user_id: who, email: mail }])),
  'bare deflate': (who, mail) => deflateRawSync(JSON.stringify([{ user_id: who, email: mail }])),
  brotli: (who, mail) => brotliCompressSync(JSON.stringify([{ user_id: who, email: mail }])),
};
