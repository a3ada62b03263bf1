/* global document, atob, Blob, DecompressionStream, Response */
import { kindOf } from './dom.js';

/** The text of a packed script element: gzip in Base64. */
async function unpack(id) {
  const source = document.getElementById(id);
  if (!source) return '';
  const bytes = Uint8Array.from(atob(source.textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

const packs = new Map();

/** The lines of a pack; each pack is opened once. */
function packLines(number) {
  if (!packs.has(number))
    packs.set(
      number,
      unpack(`p${number}`).then((text) => text.split('\n')),
    );
  return packs.get(number);
}

/** What a row has, in the order of its values. */
const MEMBERS = [
  ...['id', 'startedAt', 'ms', 'outcome', 'method', 'path', 'label', 'owner'],
  ...['accused', 'pack', 'line'],
];
let rows = [];

/** One row for each request, in order of their start; await this once before `requestRows`. */
export async function loadRequestRows() {
  const text = await unpack('requests');
  rows = JSON.parse(text || '[]').map((row) => Object.fromEntries(MEMBERS.map((name, i) => [name, row[i]])));
  rows.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

export function requestRows() {
  return rows;
}

/** The row of an exchange, or undefined. */
export function requestRow(id) {
  return rows.find((row) => row.id === id);
}

/** The outcome of a request: a finding, or its status. */
export function kindOfRow(row) {
  return row.accused ? 'accused' : kindOf(row.outcome);
}

/** A request in a line. */
export function inWords({ id, label, outcome, method, path, ms }) {
  return `${id} ${label} · ${method} ${path} → ${outcome}, ${Math.round(ms)} ms`;
}

/** The record of an exchange, or undefined if it is not on the page. */
export async function exchangeRecord(id) {
  const row = requestRow(id);
  if (row?.pack === undefined) return undefined;
  return JSON.parse((await packLines(row.pack))[row.line]);
}

/** The rows whose record contains all words literally; opens every pack. */
export async function searchRecords(words) {
  const found = [];
  for (const row of rows) {
    const text = row.pack === undefined ? '' : (await packLines(row.pack))[row.line].toLowerCase();
    const said = `${row.id} ${row.label} ${row.owner} ${row.outcome} ${row.method} ${row.path}`.toLowerCase();
    if (words.every((word) => text.includes(asInJson(word)) || said.includes(word))) found.push(row);
  }
  return found;
}

/** A record contains bodies as JSON strings, with quotes and backslashes escaped. */
function asInJson(word) {
  return JSON.stringify(word).slice(1, -1);
}

/** The bytes of a stored body. */
export function bytesOf(body) {
  if ('text' in body) return new TextEncoder().encode(body.text);
  return Uint8Array.from(atob(body.base64), (c) => c.charCodeAt(0));
}
