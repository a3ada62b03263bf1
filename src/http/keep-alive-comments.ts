import { codings } from './decode.ts';
import { valuesOf } from './header-list.ts';

const DONE = /^data: ?\[DONE\]/m;
const DONE_OR_FINISHED = /^data: ?(?:\[DONE\]|.*"finish_reason": ?")/m;
const SEVERAL_CHOICES = /"n":\s*(?!1\b)\d/;
/** Comments and blank lines (spec 6). */
const COMMENTS = /^(?::[^\n]*(?:\n|$)|\s)*$/;

/**
 * Recognizes comments behind `[DONE]` or the finish reason of an event stream: they keep it open, and are no data. With
 * several choices the others go on after the first finish reason.
 */
export class KeepAliveComments {
  #end = DONE;
  #isStream = false;
  #isPast = false;

  /** The body of the request. */
  asked(body: Uint8Array): void {
    if (!SEVERAL_CHOICES.test(Buffer.from(body).toString('latin1'))) this.#end = DONE_OR_FINISHED;
  }

  /** The headers of the response. A compressed stream has no readable pieces. */
  answered(headers: readonly (readonly [string, string])[]): void {
    const isPlain = codings(valuesOf(headers, 'content-encoding').join(',')).length === 0;
    this.#isStream = isPlain && /^text\/event-stream\b/i.test(valuesOf(headers, 'content-type').join());
  }

  /** Whether the next piece of the response has nothing else. */
  isNext(piece: Buffer): boolean {
    if (!this.#isStream) return false;
    const text = piece.toString('latin1');
    if (this.#isPast) return COMMENTS.test(text);
    this.#isPast = this.#end.test(text);
    return false;
  }
}
