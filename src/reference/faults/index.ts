import type { Fault } from '../deviation.ts';
import { auth } from './access/auth.ts';
import { billing } from './access/billing.ts';
import { accounting } from './accounting.ts';
import { clients } from './clients.ts';
import { features } from './completion/features.ts';
import { members as answerMembers } from './completion/members.ts';
import { wholes } from './completion/replies.ts';
import { boundsOf } from './request/bounds.ts';
import { malformed } from './request/malformed.ts';
import { members } from './request/members.ts';
import { types } from './request/types.ts';
import { values } from './request/values.ts';
import { chunkShapes } from './stream/chunks.ts';
import { framing } from './stream/framing.ts';
import { transport } from './stream/transport.ts';
import { csvFaults } from './usage/export.ts';
import { usageMembers } from './usage/members.ts';
import { paging } from './usage/pages.ts';
import { parameters } from './usage/parameters.ts';
import { selection } from './usage/selection.ts';
import { sums } from './usage/sums.ts';

/** Every known way of breaking the contract, in the order of the contract's sections. */
export const FAULTS: readonly Fault[] = [
  ...boundsOf,
  ...types,
  ...values,
  ...members,
  ...malformed,
  ...answerMembers,
  ...wholes,
  ...features,
  ...framing,
  ...transport,
  ...chunkShapes,
  ...clients,
  ...auth,
  ...billing,
  ...usageMembers,
  ...paging,
  ...selection,
  ...sums,
  ...csvFaults,
  ...parameters,
  ...accounting,
];
