import type { AssigneeEntry } from '#contract/asking-others-fields.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { HandlerType } from '#domain/enumerations/handler-type.ts';
import type { ConsultationRequests } from '#domain/workflow/decision/action.ts';
import type { DecisionContext } from '#domain/workflow/model/model.ts';
import type { PanelRule, SeatRequest } from '#domain/workflow/model/panel.ts';

/** Converts the requests of a submission to others from wire format to the core's (docs/decisions/0094). */

type FindAddressee = DecisionContext['addressee'];
type Entries = readonly AssigneeEntry[];

export interface SeatsRequest {
  seats: SeatRequest[];
  /** For each seat the index of its entry in the list that was sent, where problems are reported. */
  entryIndexes: number[];
}

/** Returns the entries in order: by `assignHandlerSort`, those without one after the preceding entry. */
function sortedEntries(entries: Entries): { entry: AssigneeEntry; index: number }[] {
  const sortableEntries = entries.map((entry, index) => ({ entry, index, sort: entry.assignHandlerSort }));
  return sortableEntries.every(({ sort }) => sort !== null && Number.isFinite(sort))
    ? sortableEntries.toSorted((one, other) => (one.sort ?? 0) - (other.sort ?? 0) || one.index - other.index)
    : sortableEntries;
}

/** Returns the candidate key of an entry: a person, or a department by the key that has holders. */
function keyOf({ handlerType, assignHandlerId, handlerId }: AssigneeEntry, addressee: FindAddressee): string {
  const id = assignHandlerId || handlerId;
  if (id === '') return '';
  const kinds = Number(handlerType) === HandlerType.staff ? ['staff'] : ['department', 'org'];
  // The portal's own pickers send the complete key.
  const idWithoutPrefix = kinds.reduce(
    (text, kind) => (text.startsWith(`${kind}:`) ? text.slice(kind.length + 1) : text),
    id,
  );
  const keys = kinds.map((kind) => `${kind}:${idWithoutPrefix}`);
  const keyWithHolders = keys.find((key) => addressee(key)?.availability === 'able');
  return keyWithHolders ?? keys.find((key) => addressee(key) !== undefined) ?? (keys[0] as string);
}

/** Returns separate seats: in a sequence each has a turn of its own. */
function flatSeats(entries: Entries, addressee: FindAddressee): SeatsRequest {
  const list = sortedEntries(entries);
  return {
    seats: list.map(({ entry }, group) => ({ group, keys: keysOf(entry, addressee) })),
    entryIndexes: list.map(({ index }) => index),
  };
}

/**
 * Returns seats in numbered groups, in the order in which the groups first appear; a group without a name is
 * named by its number.
 */
function groupedSeats(entries: Entries, addressee: FindAddressee): SeatsRequest {
  const list = sortedEntries(entries);
  const names = [...new Set(list.map(({ entry }) => entry.groupName.trim()))];
  return {
    seats: list.map(({ entry }) => {
      const group = names.indexOf(entry.groupName.trim());
      return { group, groupName: names[group] || `第${group + 1}组`, keys: keysOf(entry, addressee) };
    }),
    entryIndexes: list.map(({ index }) => index),
  };
}

function keysOf(entry: AssigneeEntry, addressee: FindAddressee): string[] {
  const key = keyOf(entry, addressee);
  return key === '' ? [] : [key];
}

/** Returns the seats of a list without a setting for groups: grouped if its entries name groups. */
export function additionalSeats(entries: Entries, addressee: FindAddressee): SeatsRequest {
  const isGrouped = entries.some(({ groupName }) => groupName.trim() !== '');
  return (isGrouped ? groupedSeats : flatSeats)(entries, addressee);
}

const defaultRequests: Omit<ConsultationRequests, 'seats'> = {
  sequence: 'any',
  rule: { kind: 'all' },
  goes: 'back',
  limit: null,
  expiry: 'noAnswer',
  place: 'before',
  returns: false,
};

/**
 * Returns the request of a submission to others, with the indexes of the entries of its seats; null if its
 * operation asks no person.
 */
export function seatsRequestOf(
  input: HandleInput,
  addressee: FindAddressee,
): { requests: ConsultationRequests; entryIndexes: number[] } | null {
  const operation = input.handlerOperation;
  if (operation === '3') {
    const { seats, entryIndexes } = flatSeats(input.countersignList, addressee);
    const sequence = input.countersignHandlerType === '2' ? 'inOrder' : 'any';
    return { requests: { ...defaultRequests, seats, sequence, place: input.signerPlace }, entryIndexes };
  }
  if (operation === '8') {
    const { seats, entryIndexes } = flatSeats(input.countersignList, addressee);
    return { requests: { ...defaultRequests, seats, returns: input.delegateReturns }, entryIndexes };
  }
  if (operation !== '5' || input.countersignHandlerResult !== null) return null;
  return countersignRequestOf(input, addressee);
}

type CountersignSettings = Pick<
  Extract<HandleInput, { handlerOperation: '5' | '01' | '02' }>,
  | 'countersignList'
  | 'countersignWay'
  | 'countersignHandlerType'
  | 'countersignFlowCondition'
  | 'handlerLimitTime'
  | 'handlerLimitUnit'
  | 'countersignRule'
  | 'countersignPercent'
  | 'countersignExpiry'
>;

export function countersignRequestOf(input: CountersignSettings, addressee: FindAddressee) {
  const isGrouped = input.countersignWay === '2';
  const { seats, entryIndexes } = (isGrouped ? groupedSeats : flatSeats)(input.countersignList, addressee);
  const amount = input.handlerLimitTime;
  const unit = input.handlerLimitUnit === '2' ? DayUnit.calendarDays : DayUnit.workingDays;
  const requests: ConsultationRequests = {
    ...defaultRequests,
    seats,
    sequence: input.countersignHandlerType === '2' ? 'inOrder' : 'any',
    rule: ruleOf(input),
    goes: input.countersignFlowCondition === '2' ? 'on' : 'back',
    limit: amount === null ? null : { amount, unit },
    expiry: input.countersignExpiry,
  };
  return { requests, entryIndexes };
}

function ruleOf({ countersignRule: kind, countersignPercent }: CountersignSettings): PanelRule {
  return kind === 'share' ? { kind, percent: countersignPercent ?? Number.NaN } : { kind };
}

const wireFields: Readonly<Record<string, string>> = {
  seats: 'countersignList',
  rule: 'countersignPercent',
  limit: 'handlerLimitTime',
};

/** Returns the field of the call for a problem with the people who are asked; undefined for every other. */
export function fieldOfSeats(field: string, entryIndexes: readonly number[]): string | undefined {
  const seat = /^seats\.(\d+)$/.exec(field);
  if (seat) return `countersignList.${entryIndexes[Number(seat[1])] ?? Number(seat[1])}`;
  return wireFields[field];
}
