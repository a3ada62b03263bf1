import type { Fault } from '../deviation.ts';
import { auth } from './access/auth.ts';
import { billing } from './access/billing.ts';
import { byShape } from './access/by-shape.ts';
import { connections } from './access/connections.ts';
import { heads } from './access/heads.ts';
import { limits as rateLimits } from './access/limits.ts';
import { paths } from './access/paths.ts';
import { schemes } from './access/schemes.ts';
import { replaced, stale, totalLeft } from './accounting/stale.ts';
import { accounting } from './accounting.ts';
import { clients } from './clients.ts';
import { formats } from './completion/formats.ts';
import { furtherMeaning } from './completion/further-meaning.ts';
import { limits } from './completion/limits.ts';
import { meanings } from './completion/meaning.ts';
import { members as answerMembers } from './completion/members.ts';
import { reasoning } from './completion/reasoning.ts';
import { wholes } from './completion/replies.ts';
import { secondCalls } from './completion/second-calls.ts';
import { secondChoices } from './completion/second-choices.ts';
import { state } from './completion/state.ts';
import { tools } from './completion/tools.ts';
import { inOtherAnswers } from './in-other-answers.ts';
import { otherClients } from './other-clients.ts';
import { partial } from './partial.ts';
import { boundsOf } from './request/bounds.ts';
import { habits } from './request/habits.ts';
import { inCompany } from './request/in-company.ts';
import { inStreams } from './request/in-streams.ts';
import { malformed } from './request/malformed.ts';
import { members } from './request/members.ts';
import { odd, overNul } from './request/odd.ts';
import { partly } from './request/partly.ts';
import { refusedGood } from './request/refused-good.ts';
import { refusedTogether, refusedTools } from './request/refused-tools.ts';
import { types } from './request/types.ts';
import { values } from './request/values.ts';
import { written } from './request/written.ts';
import { calls } from './stream/calls.ts';
import { chunkShapes } from './stream/chunks.ts';
import { encodings, longEvents } from './stream/encodings.ts';
import { endings } from './stream/endings.ts';
import { framing } from './stream/framing.ts';
import { transport } from './stream/transport.ts';
import { alone } from './usage/alone.ts';
import { behindOffsets } from './usage/behind-offsets.ts';
import { usageBodies } from './usage/bodies.ts';
import { csvForm } from './usage/csv.ts';
import { demandsDates } from './usage/demands-dates.ts';
import { everywhere } from './usage/everywhere.ts';
import { exportRows } from './usage/export.ts';
import { exportContents } from './usage/export-contents.ts';
import { goodRequests } from './usage/good-requests.ts';
import { inPlaces } from './usage/in-places.ts';
import { isolation } from './usage/isolation.ts';
import { inPart } from './usage/isolation-in-part.ts';
import { ofThree } from './usage/isolation-of-three.ts';
import { oneSided } from './usage/isolation-one-sided.ts';
import { isolationUndated } from './usage/isolation-undated.ts';
import { usageMembers } from './usage/members.ts';
import { nothing } from './usage/nothing.ts';
import { paging } from './usage/pages.ts';
import { parameters } from './usage/parameters.ts';
import { months, seams } from './usage/seams.ts';
import { selection } from './usage/selection.ts';
import { sums } from './usage/sums.ts';

/** Every known violation of the contract, in the order of the contract's sections. */
export const FAULTS: readonly Fault[] = [
  ...boundsOf,
  ...types,
  ...values,
  ...members,
  ...inCompany,
  ...inStreams,
  ...refusedGood,
  ...refusedTogether,
  ...refusedTools,
  ...written,
  ...habits,
  ...odd,
  ...overNul,
  ...malformed,
  ...partly,
  ...answerMembers,
  ...wholes,
  ...limits,
  ...meanings,
  ...tools,
  ...secondCalls,
  ...secondChoices,
  ...formats,
  ...reasoning,
  ...framing,
  ...encodings,
  ...longEvents,
  ...transport,
  ...chunkShapes,
  ...endings,
  ...calls,
  ...clients,
  ...otherClients,
  ...auth,
  ...schemes,
  ...billing,
  ...connections,
  ...rateLimits,
  ...byShape,
  ...paths,
  ...usageMembers,
  ...usageBodies,
  ...demandsDates,
  ...goodRequests,
  ...nothing,
  ...paging,
  ...seams,
  ...behindOffsets,
  ...alone,
  ...selection,
  ...months,
  ...inPlaces,
  ...sums,
  ...everywhere,
  ...isolation,
  ...oneSided,
  ...isolationUndated,
  ...ofThree,
  ...inPart,
  ...exportRows,
  ...exportContents,
  ...csvForm,
  ...parameters,
  ...accounting,
  ...replaced,
  ...totalLeft,
  ...stale,
  ...partial,
  ...inOtherAnswers,
  ...heads,
  ...furtherMeaning,
  ...state,
];
