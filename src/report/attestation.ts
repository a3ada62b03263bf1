import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import type { Claims } from '../options/sealing.ts';
import { sha256 } from './hash.ts';
import { digestOf, MANIFEST } from './manifest.ts';
import type { Report, ReportCheck } from './model.ts';
import { FOREIGN } from './verdict-map.ts';

/*
 * The signature of a report: an in-toto statement with the test-result predicate, whose subject is the digest of
 * report.json and whose configuration is the digest of the manifest, in a DSSE envelope signed with Ed25519.
 */

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

interface Statement {
  _type: 'https://in-toto.io/Statement/v1';
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: string;
  predicate: {
    result: 'PASSED' | 'WARNED' | 'FAILED';
    /** What the operator says of himself stands in its annotations, as in-toto has them for every resource. */
    configuration: { name: string; digest: { sha256: string }; annotations?: Claims }[];
    passedTests: string[];
    warnedTests: string[];
    failedTests: string[];
  };
}

/** How a key is called: SHA-256 of its public part (SPKI, DER), in Base64 without padding. */
export function fingerprintOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  const der = open.export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`;
}

/** The envelope's only spelling, as text for its file. `key` is an Ed25519 private key. */
export async function signReport(
  folder: string,
  report: Report,
  manifest: string,
  key: KeyObject,
  claims: Claims = {},
): Promise<string> {
  const { sha256: reportDigest } = await digestOf(join(folder, 'report.json'));
  const payload = Buffer.from(JSON.stringify(statement(report, reportDigest, sha256(manifest), claims)));
  const sig = sign(null, preAuthentication(PAYLOAD_TYPE, payload), key).toString('base64');
  return envelopeText({
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: fingerprintOf(key), sig }],
  });
}

/** What a signature turned out to be worth. */
export interface SignatureCheck {
  /** What is wrong with it; empty when it holds. */
  problems: string[];
  /** The fingerprint that it names. */
  keyid: string;
  /** What its maker says of himself. */
  claims: Claims;
}

/**
 * Checks an envelope against the folder's report and manifest. With a key the signature itself is verified; without one
 * only what it says is compared, which proves nothing about who signed.
 */
export async function checkSignature(
  text: string,
  folder: string,
  manifest: string,
  key: KeyObject | undefined,
): Promise<SignatureCheck> {
  const envelope = parseEnvelope(text);
  if (envelope?.signatures.length !== 1 || envelope.payloadType !== PAYLOAD_TYPE) {
    return { problems: ['it is no DSSE envelope, or not spelt as one'], keyid: '', claims: {} };
  }
  const [signature] = envelope.signatures;
  const keyid = signature?.keyid ?? '';
  const payload = Buffer.from(envelope.payload, 'base64');
  const problems: string[] = [];
  if (key) {
    const message = preAuthentication(envelope.payloadType, payload);
    if (!signature || !verify(null, message, key, Buffer.from(signature.sig, 'base64'))) {
      problems.push(`it was not made with the key ${fingerprintOf(key)}`);
    } else if (keyid !== fingerprintOf(key)) {
      problems.push('it names another key than the one that made it');
    }
  }
  const said = parseStatement(payload);
  const report = await digestOf(join(folder, 'report.json')).catch(() => undefined);
  if (!report || said?.subject[0]?.digest?.sha256 !== report.sha256)
    problems.push('it was made for another report.json');
  if (said?.predicate.configuration[0]?.digest?.sha256 !== sha256(manifest)) {
    problems.push(`it was made for another ${MANIFEST}`);
  }
  return { problems, keyid, claims: claimsOf(said) };
}

function statement(report: Report, reportDigest: string, manifestDigest: string, claims: Claims): Statement {
  const named = (list: 'passedTests' | 'warnedTests' | 'failedTests') =>
    report.checks.filter((c: ReportCheck) => FOREIGN[c.verdict].attestation === list).map((c) => c.id);
  const warnedTests = named('warnedTests');
  const passed = report.verdict === 'conformant';
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'report.json', digest: { sha256: reportDigest } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      // The predicate has no word for "inconclusive"; what did not pass failed.
      result: !passed ? 'FAILED' : warnedTests.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [
        {
          name: MANIFEST,
          digest: { sha256: manifestDigest },
          ...(Object.keys(claims).length > 0 && { annotations: claims }),
        },
      ],
      passedTests: named('passedTests'),
      warnedTests,
      failedTests: named('failedTests'),
    },
  };
}

/** The claims of a statement that anybody may have made. */
function claimsOf(said: Statement | undefined): Claims {
  const given: Record<string, unknown> = { ...said?.predicate.configuration[0]?.annotations };
  const names = ['operator', 'purpose', 'validUntil'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  );
}

/** DSSE's pre-authentication encoding: what is signed is the type and the payload, with their lengths. */
function preAuthentication(type: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

function envelopeText(envelope: Envelope): string {
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

/** The envelope, when the text is exactly how it is written: otherwise a byte could change unseen. */
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

function parseStatement(payload: Buffer): Statement | undefined {
  try {
    const said = JSON.parse(payload.toString()) as Statement;
    const { subject, predicate } = said;
    return Array.isArray(subject) && Array.isArray(predicate?.configuration) ? said : undefined;
  } catch {
    return undefined;
  }
}
