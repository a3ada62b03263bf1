/** Words in a sentence at most. */
const LONGEST = 30;

/** Patterns that make a message hard to read, with a better way to write it. */
const UNPLAIN: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(?:[Ww]hat|[Ww]hatever|[Ww]hoever|[Tt]hat which)\b(?!.*\?$)/, 'name the subject'],
  [/\b(?:of|with|by|from|than|but) what\b/, 'name the thing'],
  [/\b(?:is|are|was|were) told\b|\b(?:tells?|told) of\b/, 'reports'],
  [/\bheld against\b/, 'compared with'],
  [/\b(?:it|they) (?:is|are) asked\b|\basked once\b|\b(?:is|are|was|were) asked for\b/, 'requested, retried'],
  [/\bhow far it is\b|\bwhere it was\b/, 'progress, resumes'],
  [/\b(?:is|are) left out\b|\bleft out:/, 'skipped'],
  [/\bcosts nothing: the\b|\btakes? its place\b/, 'retries without'],
  [/\bnearly yours\b|\bkeys? that (?:is|are) nearly\b/, 'near miss'],
  [/\bwhat they do\b/, 'discovered by probing'],
  [/\bas few of\b/, 'the smallest set'],
  [/\bdo(?:es)? not call for\b/, 'unexpected'],
  [/\bsmall (?:ones|letters)\b|\bthe other way round\b/, 'lower case, inverted'],
  [/\bhas a function called\b/, 'completes a tool-call round trip'],
  [/\bfor reasons of their own\b/, 'independent causes'],
  [/\bship it\b/, 'conformant'],
  [/\bmend\b/, 'fix'],
  [/\bno longer decided\b|\bundecided\b|\bcould not be decided\b/, 'inconclusive'],
  [/\brests on\b|\bwhich ended\b/, 'blocked by'],
  [/\bbeside\b/, 'with, next to, compared with'],
  [/\bplainest\b/, 'minimal'],
  [/\bbreach(?:es)?\b/, 'violation'],
  [/\bby the letter\b/, 'strictly'],
  [/\b(?:is|are|was|were|being) let in\b/, 'accepted'],
  [/\b(?:it|they) came\b/, 'got'],
  [/\bstands? (?:there|still|beside|between|where|in its place)\b/, 'is'],
  [/\bnobody\b|\bsomebody\b/, 'no one, someone'],
  [/\b(?:looked at|looks at)\b/, 'reads'],
  [/\bthe suite broke\b|\bit broke\b/, 'failed'],
  [/\bgood (?:answers?|requests?)\b|\bbad (?:answers?|requests?|keys?)\b/, 'valid, invalid'],
  [/\d+(?:, \d+){4,}/, 'a range, or an example'],
];

/** Text of the service, JSON and code, which are not our words. */
const FOREIGN = /“[^”]*”|"[^"]*"|`[^`]*`|\{.*\}|\[.*\]|https?:\S+/gs;

const sentencesOf = (text: string): string[] =>
  text
    .replace(FOREIGN, '…')
    .split(/(?<=[.!?:;])\s+|\n\s*\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** Patterns that read well in a comment, where a noun clause may stand for a noun. */
const PLAIN_IN_COMMENTS: ReadonlySet<string> = new Set(['name the subject', 'name the thing']);

/** Why a text for people is hard to read, one line for each reason; empty when it is plain. */
export function unplainIn(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = sentence.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)).length;
    return [...(words > LONGEST ? [`${words} words: ${sentence}`] : []), ...found(sentence, UNPLAIN)];
  });
}

/** The same for a comment, whose sentences may be longer. */
export function dialectIn(comment: string): string[] {
  const patterns = UNPLAIN.filter(([, instead]) => !PLAIN_IN_COMMENTS.has(instead));
  return sentencesOf(comment).flatMap((sentence) => found(sentence, patterns));
}

const found = (sentence: string, patterns: typeof UNPLAIN): string[] =>
  patterns.filter(([pattern]) => pattern.test(sentence)).map(([, instead]) => `${instead}: ${sentence}`);
