import type { z } from 'zod';
import type { AssigneeEntry } from '#contract/asking-others-fields.ts';
import type { PanelView } from '#contract/panels.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import type { NamedHandler } from './NodeHandlersField.tsx';

/**
 * The participants of a countersign, signers or a delegation, as stored in the dialogs until they are sent.
 */

/** A numbered group of a countersign (S1 §4, way 2). */
export interface RequestedGroup {
  /** Id within this dialog. */
  id: number;
  name: string;
  members: readonly NamedHandler[];
}

/** A seat is a person, or a department with one vote (S1 §3: 1: staff; 4: department). */
export const seatKinds = [HandlerKind.staff, HandlerKind.department, HandlerKind.organisation];

export const isUnit = (key: string) => !key.startsWith('staff:');

/** Returns one entry for each seat, in the order of the participants. */
export function entriesOf(
  members: readonly NamedHandler[],
  groupName = '',
  offset = 0,
): z.input<typeof AssigneeEntry>[] {
  return members.map(({ key, name }, index) => ({
    groupName,
    handlerType: isUnit(key) ? '4' : '1',
    assignHandlerId: key,
    assignHandlerName: name,
    assignHandlerSort: offset + index + 1,
  }));
}

/** Returns the entries of all groups, in the order of the groups. */
export function entriesOfGroups(groups: readonly RequestedGroup[]): z.input<typeof AssigneeEntry>[] {
  let offset = 0;
  return groups.flatMap((group, index) => {
    const entries = entriesOf(group.members, groupNameOf(group, index), offset);
    offset += entries.length;
    return entries;
  });
}

const groupNameOf = ({ name }: RequestedGroup, index: number) => name.trim() || `第${index + 1}组`;

/** Returns, by group id, the keys that an earlier group already contains. */
export function repeatedKeysOf(groups: readonly RequestedGroup[]): ReadonlyMap<number, ReadonlySet<string>> {
  const knownKeys = new Set<string>();
  return new Map(
    groups.map(({ id, members }) => {
      const repeated = members.map(({ key }) => key).filter((key) => knownKeys.has(key));
      for (const { key } of members) knownKeys.add(key);
      return [id, new Set(repeated)];
    }),
  );
}

/** Returns the problem of the required reason for a countersign (S1 §5). */
export function problemOfCountersignReason(reason: string): string | undefined {
  return isBlank(reason) ? '请输入发起原因' : problemOfOpinion(reason, false);
}

/** Returns the count on the button: `（3 组 5 席）`, `（5 席）`; empty without seats. */
export function seatCountText(groups: readonly RequestedGroup[] | null, seats: number): string {
  if (seats === 0) return '';
  return groups === null ? `（${seats} 席）` : `（${groups.length} 组 ${seats} 席）`;
}

/** Returns the label of asking more people: 增加会签人 or 增加加签人. */
export function addSeatsLabel({ kind }: Pick<PanelView, 'kind'>): string {
  return kind === 'countersign' ? '增加会签人' : '增加加签人';
}

/** Returns the name of the group for added people; empty if people are asked one by one. */
export function newGroupName({ seats }: Pick<PanelView, 'seats'>): string {
  if (seats.every(({ groupName }) => groupName === '')) return '';
  return `第${Math.max(...seats.map(({ group }) => group)) + 2}组`;
}

/**
 * Returns the server's message about the people who are asked, with the name of the person concerned;
 * messages of other fields are unchanged.
 */
export function seatProblemsOf(
  { field, message }: { field: string; message: string },
  members: readonly NamedHandler[],
): Record<string, string> {
  const index = /^countersignList\.(\d+)$/.exec(field)?.[1];
  const name = index === undefined ? undefined : members[Number(index)]?.name;
  const isNamed = name === undefined || message.includes(name);
  return { [field.replace(/\.\d+$/, '')]: isNamed ? message : `${name}：${message}` };
}
