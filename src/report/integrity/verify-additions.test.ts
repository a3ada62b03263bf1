import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { merge } from '../../cli/commands/merge.ts';
import { verify } from '../../cli/commands/verify.ts';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../../testing/journal.ts';
import { renderReports, writeReports } from '../exports/write.ts';
import { sha256 } from '../hash.ts';
import { verifyFolder } from './verify.ts';

/*
 * Folders with something in them that no run writes: beside the files, in the manifest, and in the signature.
 */

const LINES = [
  runLine([facts('stream/framing')]),
  exchangeLine('e1'),
  result('stream/framing', 'pass'),
  endLine(1, 1),
];
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

async function signed() {
  const folder = await recordFolder(LINES);
  await mkdir(join(folder.path, 'bodies'));
  await writeFile(join(folder.path, 'bodies', 'e9.zst'), 'a large body');
  await writeReports(folder.path, { sealing: { signKey: privateKey, claims: {} } });
  return folder;
}

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

  it('no time stamp without a signature, which rendering does not hide', async () => {
    await using folder = await recordFolder(LINES);
    await writeReports(folder.path);
    await writeFile(join(folder.path, 'attestation.tsr'), 'a stamp');
    expect((await verifyFolder(folder.path)).problems).toEqual(['attestation.tsr was added']);
    await expect(renderReports(folder.path)).rejects.toThrow('attestation.tsr was added');
    expect((await verifyFolder(folder.path)).problems).toEqual(['attestation.tsr was added']);
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
    expect(text).toContain('✗ the signature is invalid');
    expect(text.length).toBeLessThan(1000);
  });
});

it('a shard whose manifest was taken away is not merged as one that was killed', async () => {
  const quiet = { write() {} };
  for (const taken of [['manifest.json'], ['manifest.json', 'report.json']]) {
    await using folder = await signed();
    for (const file of taken) await rm(join(folder.path, file));
    const io = { stdout: quiet, stderr: quiet, cwd: folder.path, env: {} };
    await expect(merge(['.'], io)).rejects.toThrow(/^\. was altered: manifest\.json is missing/);
  }
});
