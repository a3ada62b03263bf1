import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Claims } from '../../options/sealing.ts';
import { sha256 } from '../hash.ts';
import type { Report } from '../model.ts';
import { closedObject, SHA256_SCHEMA, schemaGuard } from '../schema-guard.ts';
import { statedVerdict } from '../statement.ts';
import { parseReport, REPORT_FILE, storedText } from '../stored-report.ts';
import { InvalidReport } from '../validate.ts';
import { FOREIGN } from '../verdict-map.ts';
import { digestOf, MANIFEST } from './manifest.ts';

/*
 * The signature of a report: an in-toto statement with the test-result predicate, whose subject is the digest of
 * report.json and whose configuration is the digest of the manifest, in a DSSE envelope signed with Ed25519.
 */

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

type Statement = ReturnType<typeof statement>;

const KEY_ID = /^SHA256:[A-Za-z0-9+/]{43}$/;

/** The name of a key: SHA-256 of its public part (SPKI, DER), in Base64 without padding. */
export function fingerprintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  const der = open.export({ type: 'spki', format: 'der' });
  return `SHA256:${hash('sha256', der, 'base64').replace('=', '')}`;
}

/** The envelope's only spelling, as text for its file. `key` is an Ed25519 private key. */
export async function signReport(
  folder: string,
  report: Report,
  manifest: string,
  key: KeyObject,
  claims: Claims = {},
): Promise<string> {
  const { sha256: reportDigest } = await digestOf(join(folder, REPORT_FILE));
  const payload = Buffer.from(JSON.stringify(statement(report, reportDigest, sha256(manifest), claims)));
  const sig = sign(null, preAuthentication(PAYLOAD_TYPE, payload), key).toString('base64');
  return envelopeText({
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: fingerprintOf(key), sig }],
  });
}

/** The validity of a signature. */
export interface SignatureCheck {
  /** Its problems; empty if it is valid. */
  problems: string[];
  /** The fingerprint that it names. */
  keyid: string;
  claims: Claims;
}

/**
 * Checks an envelope against the folder's report and manifest. With a key the signature itself is verified; without
 * one only its content is compared, which proves nothing about the signer.
 */
export async function checkSignature(
  text: string,
  folder: string,
  manifest: string,
  key: KeyObject | undefined,
): Promise<SignatureCheck> {
  const envelope = parseEnvelope(text);
  const [signature, ...others] = envelope?.signatures ?? [];
  if (
    !envelope ||
    !signature ||
    others.length > 0 ||
    envelope.payloadType !== PAYLOAD_TYPE ||
    !KEY_ID.test(signature.keyid)
  ) {
    return { problems: ['it is not a valid DSSE envelope'], keyid: '', claims: {} };
  }
  const { keyid } = signature;
  const payload = Buffer.from(envelope.payload, 'base64');
  const problems: string[] = [];
  if (key) {
    const message = preAuthentication(envelope.payloadType, payload);
    if (!verify(null, message, key, Buffer.from(signature.sig, 'base64'))) {
      problems.push(`the key ${fingerprintOf(key)} did not make it`);
    } else if (keyid !== fingerprintOf(key)) {
      problems.push('it names a different key than the one that signed');
    }
  }
  const said = parseStatement(payload);
  if (!said) return { problems: [...problems, 'it states no report'], keyid, claims: {} };
  const [subject, configuration] = [said.subject[0]!, said.predicate.configuration[0]!];
  const report = await digestOf(join(folder, REPORT_FILE)).catch(() => undefined);
  if (subject.digest.sha256 !== report?.sha256) problems.push('it belongs to another report.json');
  else if (!(await statesResults(folder, said))) problems.push('it states other results than report.json');
  if (configuration.digest.sha256 !== sha256(manifest)) problems.push(`it belongs to another ${MANIFEST}`);
  return { problems, keyid, claims: configuration.annotations ?? {} };
}

/** Whether a statement has the results of the report in the folder; true if that is unreadable, which others report. */
async function statesResults(folder: string, { subject, predicate }: Statement): Promise<boolean> {
  const stored = await storedText(folder, REPORT_FILE);
  if (!('text' in stored)) return true;
  const [configuration] = predicate.configuration;
  const digests = [subject[0]!.digest.sha256, configuration!.digest.sha256] as const;
  try {
    const due = statement(parseReport(stored.text), ...digests, configuration!.annotations ?? {});
    return isDeepStrictEqual(due.predicate, predicate);
  } catch (error) {
    if (error instanceof InvalidReport) return true;
    throw error;
  }
}

function statement(report: Report, reportDigest: string, manifestDigest: string, claims: Claims) {
  const named = (list: 'passedTests' | 'warnedTests' | 'failedTests') =>
    report.checks.filter((c) => FOREIGN[c.verdict].attestation === list).map((c) => c.id);
  const warnedTests = named('warnedTests');
  const passed = statedVerdict(report) === 'conformant';
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: REPORT_FILE, digest: { sha256: reportDigest } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      // The predicate has no word for an inconclusive run or a selection: a gate that reads only this stays shut.
      result: !passed ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [
        {
          name: MANIFEST,
          digest: { sha256: manifestDigest },
          // As in-toto has them for every resource.
          ...(Object.keys(claims).length > 0 && { annotations: claims }),
        },
      ],
      passedTests: named('passedTests'),
      warnedTests,
      failedTests: named('failedTests'),
    },
  };
}

/** DSSE's pre-authentication encoding: the signature covers the type and the payload, with their lengths. */
function preAuthentication(type: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

function envelopeText(envelope: Envelope): string {
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/** The envelope, if the text is exactly in its canonical form: otherwise a byte could change unnoticed. */
function parseEnvelope(text: string): Envelope | undefined {
  try {
    const { payloadType, payload, signatures } = JSON.parse(text) as Envelope;
    const again: Envelope = {
      payloadType,
      payload: Buffer.from(payload, 'base64').toString('base64'),
      signatures: signatures.map(({ keyid, sig }) => ({
        keyid,
        sig: Buffer.from(sig, 'base64').toString('base64'),
      })),
    };
    return envelopeText(again) === text ? again : undefined;
  } catch {
    return undefined;
  }
}

const text = { type: 'string' };
const ids = { type: 'array', items: text };
const one = (schema: object) => ({ type: 'array', items: schema, minItems: 1, maxItems: 1 });
const digest = closedObject({ sha256: SHA256_SCHEMA });
const annotations = closedObject(
  { operator: text, purpose: text, validUntil: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' } },
  ['operator', 'purpose', 'validUntil'],
);
const isStatement = schemaGuard<Statement>(
  closedObject({
    _type: { const: STATEMENT_TYPE },
    subject: one(closedObject({ name: { const: REPORT_FILE }, digest })),
    predicateType: { const: PREDICATE_TYPE },
    predicate: closedObject({
      result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
      configuration: one(closedObject({ name: { const: MANIFEST }, digest, annotations }, ['annotations'])),
      passedTests: ids,
      warnedTests: ids,
      failedTests: ids,
    }),
  }),
);

/** The statement, if it contains exactly what `signReport` writes, in the same form. */
function parseStatement(payload: Buffer): Statement | undefined {
  try {
    const said: unknown = JSON.parse(payload.toString());
    return isStatement(said) && payload.equals(Buffer.from(JSON.stringify(said))) ? said : undefined;
  } catch {
    return undefined;
  }
}
