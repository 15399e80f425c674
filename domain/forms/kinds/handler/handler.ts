import { HandlerType } from '#domain/enumerations/handler-type.ts';
import type { FieldKind } from '../kind.ts';

/** Categories of handlers with the prefixes of their candidate keys (S1 §3: 1 staff, 3 role, 4 organisation). */
export const handlerPrefix: Readonly<Record<HandlerType, string>> = {
  [HandlerType.staff]: 'staff',
  [HandlerType.role]: 'role',
  [HandlerType.organisation]: 'org',
};

/** A handler in a field, as S1 §3 spells it; the name is stored, so that old forms show the name of their time. */
export interface PickedCandidate {
  handlerType: HandlerType;
  candidateCode: string;
  candidateName: string;
}

const maxHandlers = 50;

/** Returns the key under which the directory of the office has the handler, such as `staff:zhangwei`. */
export function candidateKey({ handlerType, candidateCode }: PickedCandidate): string {
  return `${handlerPrefix[handlerType]}:${candidateCode}`;
}

/** People, roles and organisations who are to handle something; the server looks up their names. */
export const handler: FieldKind<readonly PickedCandidate[]> = {
  component: 'handler',
  empty: [],
  holdsValue: true,
  wide: true,
  takesOptions: false,
  holdsFiles: false,
  searchable: true,
  usableInCondition: false,
  textual: false,
  maskable: false,
  directory: {
    word: '办理人',
    keyOf(entry) {
      const picked = readCandidate(entry);
      return picked && candidateKey(picked);
    },
    nameOf: (entry) => readCandidate(entry)?.candidateName ?? '',
    withName: (entry, candidateName) => ({ ...(entry as PickedCandidate), candidateName }),
  },
  takesSeveral: ({ multiple }) => multiple === true,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw)) return undefined;
    const byKey = new Map<string, PickedCandidate>();
    for (const entry of raw) {
      const picked = readCandidate(entry);
      if (picked === undefined) return undefined;
      if (!byKey.has(candidateKey(picked))) byKey.set(candidateKey(picked), picked);
    }
    return [...byKey.values()];
  },
  isEmpty: (value) => value.length === 0,
  validate(value, { props }) {
    if (props.multiple !== true && value.length > 1) return ['只能选择一个办理人'];
    return value.length > maxHandlers ? [`最多选择${maxHandlers}个办理人`] : [];
  },
  text: (value) => value.map(({ candidateName }) => candidateName).join('、'),
};

/** Returns a sent handler, whose category may be a number or its text; undefined if it is none. */
function readCandidate(raw: unknown): PickedCandidate | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  if (!('handlerType' in raw) || !('candidateCode' in raw) || !('candidateName' in raw)) return undefined;
  const { handlerType: sent, candidateCode, candidateName } = raw;
  const handlerType = ([1, 3, 4] as const).find((type) => type === sent || String(type) === sent);
  if (handlerType === undefined || typeof candidateName !== 'string') return undefined;
  if (typeof candidateCode !== 'string' || !/^[\w.@-]{1,64}$/.test(candidateCode)) return undefined;
  return { handlerType, candidateCode, candidateName };
}
