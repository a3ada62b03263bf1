import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../../cli/commands/verify.ts';
import { JOURNAL_FILE } from '../../record/journal.ts';
import { packedRecord, unpackedRecord } from '../../testing/altered/packed-record.ts';
import {
  endLine,
  exchangeLine,
  facts,
  finding,
  recordFolder,
  result,
  runLine,
} from '../../testing/journal.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { withFooter } from '../build.ts';
import { renderReports, seal, writeReports } from '../exports/write.ts';
import type { Report } from '../model.ts';
import { fingerprintOf } from './attestation.ts';
import { digestOf, entriesOf, FILE } from './manifest.ts';
import { verifyFolder } from './verify.ts';

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
    [`the signature is invalid: the key ${fingerprintOf(other)} did not make it`],
  ]);
});

it('an unsigned report is not what a key was given for', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  expect(await verifyFolder(folder.path)).toMatchObject({ problems: [], signature: 'none' });
  expect((await verifyFolder(folder.path, { key: publicKey })).problems).toEqual([
    'the report is not signed',
  ]);
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
    expect(problems).toContain('the footer of report.json belongs to other content');
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

it('rendering makes an edited report again from the record, as it was signed', async () => {
  await using folder = await signed();
  const path = join(folder.path, 'report.json');
  const written = await readFile(path, 'utf8');
  await writeFile(path, written.replace('"non-conformant"', '"conformant"'));
  expect((await renderReports(folder.path)).verdict).toBe('non-conformant');
  expect(await readFile(path, 'utf8')).toBe(written);
  expect((await verifyFolder(folder.path, { key: publicKey })).problems).toEqual([]);
});

describe('rendering makes a forged report again from the record', () => {
  const unsign = (folder: string) => rm(join(folder, 'attestation.dsse.json'));
  const forgeries: [string, 'good' | 'none', (folder: string, forged: Report) => unknown][] = [
    ['that disagrees with the manifest, which is signed', 'good', () => {}],
    ['that disagrees with the manifest', 'none', unsign],
    ['without a manifest', 'none', async (f) => [await unsign(f), await rm(join(f, 'manifest.json'))]],
    ['with its own manifest', 'none', async (f, r) => [await unsign(f), await seal(f, r, undefined)]],
  ];

  it.each(forgeries)('%s', async (_, signature, hide) => {
    await using folder = await signed();
    const path = join(folder.path, 'report.json');
    const written = await readFile(path, 'utf8');
    const { footer, ...rest } = JSON.parse(written) as Report;
    const forged = withFooter(footer.exchanges, { ...rest, verdict: 'conformant' });
    await writeFile(path, jsonText(forged));
    await hide(folder.path, forged);
    expect((await renderReports(folder.path)).verdict).toBe('non-conformant');
    expect(await readFile(path, 'utf8')).toBe(written);
    expect(await verifyFolder(folder.path)).toMatchObject({ problems: [] });
    expect((await verifyFolder(folder.path, { key: publicKey })).signature).toBe(signature);
  });
});

describe('rendering hides no change of a folder, and takes no signature away', () => {
  const inRecord = async (folder: string) => {
    const record = join(folder, JOURNAL_FILE);
    const lines = unpackedRecord(await readFile(record))
      .replace('"seed":7', '"seed":8')
      .split('\n');
    await writeFile(record, packedRecord(lines.slice(0, -1)));
  };
  const remove = (name: string) => (folder: string) => rm(join(folder, name));
  const changes: [string, 'signed' | 'unsigned', (folder: string) => Promise<void>, string][] = [
    ['an added file', 'signed', (f) => writeFile(join(f, 'audit.txt'), ''), 'audit.txt was added'],
    ['an added file', 'unsigned', (f) => writeFile(join(f, 'audit.txt'), ''), 'audit.txt was added'],
    ['an added body', 'unsigned', (f) => writeFile(join(f, 'bodies/e8.zst'), ''), 'bodies/e8.zst was added'],
    ['a missing body', 'unsigned', remove('bodies/e9.zst'), 'bodies/e9.zst is missing'],
    ['another record', 'unsigned', inRecord, `${JOURNAL_FILE} was changed`],
    [
      'another manifest',
      'unsigned',
      (f) => writeFile(join(f, 'manifest.json'), '{}'),
      'manifest.json was changed',
    ],
    ['no manifest', 'signed', remove('manifest.json'), 'manifest.json is missing'],
  ];
  const folderOf = async (kind: 'signed' | 'unsigned') => {
    const folder = await signed();
    if (kind === 'unsigned') await rm(join(folder.path, 'attestation.dsse.json'));
    return folder;
  };
  const contents = async (folder: string) => {
    const files = (await entriesOf(folder)).filter(({ what }) => what === FILE);
    return Promise.all(files.map(async ({ path }) => [path, await digestOf(join(folder, path))]));
  };

  it.each(changes)('%s, %s', async (_, kind, change, problem) => {
    await using folder = await folderOf(kind);
    await change(folder.path);
    const before = await contents(folder.path);
    const rendered = renderReports(folder.path);
    await expect(rendered).rejects.toThrow(OptionError);
    await expect(rendered).rejects.toThrow(problem);
    expect(await contents(folder.path)).toEqual(before);
    expect((await verifyFolder(folder.path)).problems.join()).toContain(problem);
  });

  it('a further format would end the signature', async () => {
    await using folder = await signed();
    await expect(renderReports(folder.path, { har: true })).rejects.toThrow(
      /^the signature would be invalid for the new evidence\.har: .+ delete attestation\.dsse\.json$/,
    );
    expect((await verifyFolder(folder.path, { key: publicKey })).problems).toEqual([]);
    await rm(join(folder.path, 'attestation.dsse.json'));
    await renderReports(folder.path, { har: true });
    expect(await verifyFolder(folder.path)).toMatchObject({ problems: [], signature: 'none' });
  });

  it('a manifest names nothing that no run writes', async () => {
    await using folder = await recordFolder(LINES);
    await writeFile(join(folder.path, 'audit.txt'), 'checked by Ada');
    await renderReports(folder.path);
    expect((await verifyFolder(folder.path)).problems).toEqual(['audit.txt was added']);
  });
});
