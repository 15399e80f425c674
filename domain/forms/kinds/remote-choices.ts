import { countCharacters } from '../../texts/characters.ts';
import { formLimits } from '../limits.ts';
import type { FieldKind } from './kind.ts';

/** A chosen option of a remote interface; its label is stored, because only the interface knows it otherwise. */
export interface RemoteChoice {
  value: string;
  label: string;
  /** The server's signature of an option that it has offered; not stored with an order. */
  sign?: string;
  /** True while lower options of it must be chosen; not stored. */
  more?: true;
}

const maxSignLength = 100;

/**
 * Returns a kind of choice whose options come from a remote interface: the value is the list of the chosen options
 * with their labels, also where only one may be chosen. The server checks them by their signatures.
 */
export function withRemoteOptions(kind: FieldKind): FieldKind<readonly RemoteChoice[]> {
  const { optionLevels: _, ...base } = kind;
  return {
    ...base,
    empty: [],
    takesOptions: false,
    normalise: (raw) => readChoices(raw, kind.choosesPath === true),
    isEmpty: (value) => value.length === 0,
    validate(value, { props }) {
      if (!kind.takesSeveral(props) && value.length > 1) return ['只能选择一项'];
      if (value.length > formLimits.choicesOfField) return [`最多选择${formLimits.choicesOfField}项`];
      return kind.choosesPath && value.at(-1)?.more ? ['请选择到最后一级'] : [];
    },
    text: (value) => value.map(({ label }) => label).join(kind.choosesPath ? ' / ' : '、'),
    compared(value, props) {
      const values = (value as readonly RemoteChoice[]).map((choice) => choice.value);
      return kind.takesSeveral(props) ? values : (values[0] ?? '');
    },
  };
}

function readChoices(raw: unknown, isPath: boolean): readonly RemoteChoice[] | undefined {
  if (raw === null || raw === '') return [];
  if (!Array.isArray(raw) || raw.length > formLimits.options || !raw.every(isRemoteChoice)) return undefined;
  const choices = raw.map(({ value, label, sign, more }) => ({
    value,
    label,
    ...(sign !== undefined && { sign }),
    ...(more && { more }),
  }));
  if (isPath) return choices;
  return [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].toReversed();
}

function isRemoteChoice(entry: unknown): entry is RemoteChoice {
  if (typeof entry !== 'object' || entry === null) return false;
  const { value, label, sign = '', more = true } = entry as Readonly<Record<string, unknown>>;
  return (
    isText(value, formLimits.shortTextLength) &&
    isText(label, formLimits.shortTextLength) &&
    typeof sign === 'string' &&
    sign.length <= maxSignLength &&
    more === true
  );
}

function isText(text: unknown, maxLength: number): text is string {
  return typeof text === 'string' && text !== '' && countCharacters(text) <= maxLength;
}
