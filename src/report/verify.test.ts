import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../cli/commands/verify.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import { endLine, exchangeLine, facts, finding, recordFolder, result, runLine } from '../testing/journal.ts';
import { packedRecord, unpackedRecord } from '../testing/packed-record.ts';
import { fingerprintOf } from './attestation.ts';
import { sha256 } from './hash.ts';
import { verifyFolder } from './verify.ts';
import { renderReports, writeReports } from './write.ts';

const LINES = [
  runLine([facts('stream/framing'), facts('request/n')]),
  exchangeLine('e1'),
  result('stream/framing', 'pass'),
  result('request/n', 'fail', { findings: [finding()] }),
  endLine(1, 2),
];
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519').publicKey;

async function signed() {
  const folder = await recordFolder(LINES);
  await mkdir(join(folder.path, 'bodies'));
  await writeFile(join(folder.path, 'bodies', 'e9.zst'), 'a large body');
  await writeReports(folder.path, { sealing: { signKey: privateKey, claims: {} } });
  return folder;
}

it('a report as it was written is verified, with the key that is trusted', async () => {
  await using folder = await signed();
  expect(await verifyFolder(folder.path, { key: publicKey })).toMatchObject({
    problems: [],
    signature: 'good',
    files: 8,
  });
});

it('without a key a signature is by somebody unknown; with another key it does not hold', async () => {
  await using folder = await signed();
  let text = '';
  const io = {
    stdout: { write: (t: string) => (text += t) },
    stderr: { write() {} },
    cwd: folder.path,
    env: {},
  };
  expect(await verify(['.'], io)).toBe(0);
  expect(text).toContain(`claims to be signed by ${fingerprintOf(privateKey)}, not checked`);
  const found = await verifyFolder(folder.path, { key: other });
  expect([found.signature, found.problems]).toEqual([
    'broken',
    [`the signature does not hold: it was not made with the key ${fingerprintOf(other)}`],
  ]);
});

it('an unsigned report is not what a key was given for', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  expect(await verifyFolder(folder.path)).toMatchObject({ problems: [], signature: 'none' });
  expect((await verifyFolder(folder.path, { key: publicKey })).problems).toEqual(['it is not signed']);
});

describe('a changed byte anywhere is named', () => {
  it('in every file, at several places', async () => {
    await using folder = await signed();
    const files = (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((e) =>
      e.isFile(),
    );
    expect(files.length).toBe(10);
    for (const entry of files) {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      for (const share of [0, 0.3, 0.7, 1]) {
        const changed = Buffer.from(content);
        const at = Math.floor((content.length - 1) * share);
        changed[at]! ^= 1;
        await writeFile(path, changed);
        const { problems } = await verifyFolder(folder.path, { key: publicKey });
        const named = entry.name === 'attestation.dsse.json' ? 'signature' : entry.name;
        expect(problems.join('; '), `${entry.name} at ${at}`).toContain(named);
      }
      await writeFile(path, content);
    }
    expect((await verifyFolder(folder.path, { key: publicKey })).problems).toEqual([]);
  }, 30_000);

  it('a file that is missing, or was added, or whose end was cut off', async () => {
    await using folder = await signed();
    await rm(join(folder.path, 'junit.xml'));
    await writeFile(join(folder.path, 'extra.txt'), '');
    await appendFile(join(folder.path, 'summary.md'), '\n');
    const { problems } = await verifyFolder(folder.path, { key: publicKey });
    expect(problems).toEqual([
      'junit.xml is missing',
      expect.stringMatching(/^summary\.md was changed: \d+ bytes instead of \d+$/),
      'extra.txt was added',
    ]);
  });

  it('a report that somebody edited and gave a new manifest still disagrees with its footer', async () => {
    await using folder = await signed();
    const path = join(folder.path, 'report.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"non-conformant"', '"conformant"'));
    const { problems } = await verifyFolder(folder.path);
    expect(problems).toContain('the footer of report.json was made for another content');
  });

  it('a report that was never finished has no manifest', async () => {
    await using folder = await recordFolder(LINES.slice(0, 3));
    const { problems } = await verifyFolder(folder.path);
    expect(problems[0]).toContain('manifest.json is missing');
  });
});

it('rendering again mends what was changed and keeps the signature', async () => {
  await using folder = await signed();
  for (const file of ['index.html', 'ctrf.json', 'junit.xml']) await rm(join(folder.path, file));
  await renderReports(folder.path);
  expect(await verifyFolder(folder.path, { key: publicKey })).toMatchObject({
    problems: [],
    signature: 'good',
  });
});

it('rendering makes an edited report again from the record, and so unsigned when that changes it', async () => {
  await using folder = await signed();
  const path = join(folder.path, 'report.json');
  const written = await readFile(path, 'utf8');
  await writeFile(path, written.replace('"non-conformant"', '"conformant"'));
  expect((await renderReports(folder.path)).verdict).toBe('non-conformant');
  expect(await readFile(path, 'utf8')).toBe(written);
  const record = join(folder.path, JOURNAL_FILE);
  const lines = unpackedRecord(await readFile(record))
    .replace('"seed":7', '"seed":8')
    .split('\n');
  await writeFile(record, packedRecord(lines.slice(0, -1)));
  await writeReports(folder.path);
  expect(await verifyFolder(folder.path)).toMatchObject({ problems: [], signature: 'none' });
});

describe('nothing stands in a folder that the manifest does not name', () => {
  it('no folder, whether empty or not, and none in the place of a file', async () => {
    await using folder = await signed();
    await mkdir(join(folder.path, 'bodies', 'empty'));
    await mkdir(join(folder.path, 'more'));
    await writeFile(join(folder.path, 'more', 'note'), '');
    await rm(join(folder.path, 'junit.xml'));
    await mkdir(join(folder.path, 'junit.xml'));
    expect((await verifyFolder(folder.path, { key: publicKey })).problems).toEqual([
      'junit.xml is a folder',
      'bodies/empty was added',
      'more was added',
      'more/note was added',
    ]);
  });

  it('no time stamp without a signature, which rendering takes away', async () => {
    await using folder = await recordFolder(LINES);
    await writeReports(folder.path);
    await writeFile(join(folder.path, 'attestation.tsr'), 'a stamp');
    expect((await verifyFolder(folder.path)).problems).toEqual(['attestation.tsr was added']);
    await renderReports(folder.path);
    expect((await verifyFolder(folder.path)).problems).toEqual([]);
  });
});

describe('a manifest says what a run writes, and nothing beside it', () => {
  type Changed = Record<string, unknown> & { files: Record<string, unknown>[] };
  const changes: [string, (manifest: Changed) => unknown][] = [
    ['a further member', (m) => ({ ...m, note: 'checked by Ada' })],
    ['a further member of a file', (m) => ({ ...m, files: m.files.map((f) => ({ ...f, by: 'Ada' })) })],
    ['a format of its own', (m) => ({ ...m, formatVersion: 2 })],
    ['its own signature as a file', (m) => ({ ...m, files: [...m.files, named('attestation.tsr')] })],
    ['a file outside', (m) => ({ ...m, files: [...m.files, named('bodies/../../x')] })],
    ['a file outside on another system', (m) => ({ ...m, files: [...m.files, named('..\\x')] })],
    ['a size below nothing', (m) => ({ ...m, files: m.files.map((f) => ({ ...f, bytes: -1 })) })],
    ['no list', () => []],
  ];
  const named = (path: string) => ({ path, bytes: 0, sha256: sha256('') });

  it.each(changes)('%s', async (_, change) => {
    await using folder = await recordFolder(LINES);
    await writeReports(folder.path);
    const path = join(folder.path, 'manifest.json');
    const changed = change(JSON.parse(await readFile(path, 'utf8'))) as Changed;
    if (changed.files) changed.digest = sha256(JSON.stringify(changed.files));
    await writeFile(path, `${JSON.stringify(changed, null, 2)}\n`);
    expect((await verifyFolder(folder.path)).problems).toContain('manifest.json was changed');
  });
});

describe('a signature says what a run signs, and nothing beside it', () => {
  type Envelope = { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };
  // biome-ignore lint/suspicious/noExplicitAny: it is changed in every way.
  const stated = (envelope: Envelope, change: (statement: any) => void): Envelope => {
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    change(statement);
    return { ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString('base64') };
  };
  const changes: [string, (envelope: Envelope) => Envelope][] = [
    [
      'a name of 100 kB for the key',
      (e) => ({ ...e, signatures: [{ ...e.signatures[0]!, keyid: 'k'.repeat(1e5) }] }),
    ],
    ['a key named otherwise', (e) => ({ ...e, signatures: [{ ...e.signatures[0]!, keyid: 'alice' }] })],
    ['two signatures', (e) => ({ ...e, signatures: [...e.signatures, ...e.signatures] })],
    ['another type', (e) => ({ ...e, payloadType: 'text/plain' })],
    [
      'a further member',
      (e) =>
        stated(e, (s) => {
          s.note = 'checked';
        }),
    ],
    [
      'a second subject',
      (e) =>
        stated(e, (s) => {
          s.subject.push({ ...s.subject[0], name: 'other' });
        }),
    ],
    [
      'another name for the report',
      (e) =>
        stated(e, (s) => {
          s.subject[0].name = 'other.json';
        }),
    ],
    [
      'another predicate',
      (e) =>
        stated(e, (s) => {
          s.predicateType = 'https://slsa.dev/provenance/v1';
        }),
    ],
    [
      'a further claim',
      (e) =>
        stated(e, (s) => {
          s.predicate.configuration[0].annotations = { auditor: 'Ada' };
        }),
    ],
    [
      'a last day that never comes',
      (e) =>
        stated(e, (s) => {
          s.predicate.configuration[0].annotations = { validUntil: 'zz' };
        }),
    ],
    [
      'a result of its own',
      (e) =>
        stated(e, (s) => {
          s.predicate.result = 'PERFECT';
        }),
    ],
    [
      'other spaces',
      (e) => ({ ...e, payload: Buffer.from(`${Buffer.from(e.payload, 'base64')} `).toString('base64') }),
    ],
  ];

  it.each(changes)('%s', async (_, change) => {
    await using folder = await signed();
    const path = join(folder.path, 'attestation.dsse.json');
    const changed = change(JSON.parse(await readFile(path, 'utf8')));
    await writeFile(path, `${JSON.stringify(changed, null, 2)}\n`);
    let text = '';
    const io = {
      stdout: { write: (t: string) => (text += t) },
      stderr: { write() {} },
      cwd: folder.path,
      env: {},
    };
    expect(await verify(['.'], io)).toBe(1);
    expect(text).toContain('✗ the signature does not hold');
    expect(text.length).toBeLessThan(1000);
  });
});
