import type { Problem } from '../refusals/refusals.ts';
import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { type FieldState, ownValue, rowsOf } from './field-state.ts';
import {
  fieldToRead,
  type InterfaceParameters,
  parametersOf,
  type ReadField,
} from './interface-parameters.ts';
import type { RemoteChoice } from './kinds/remote-choices.ts';
import { maxOptionLevels } from './kinds/tree-select/tree-select.ts';
import { formLimits } from './limits.ts';
import { evaluateLinkage } from './linkage.ts';
import type { FormValues, Option } from './model.ts';
import { isSame } from './same-value.ts';

/** An option that an interface has listed, as the server signs it. */
export interface OfferedOption extends Omit<Option, 'children'> {
  sign: string;
  children?: readonly OfferedOption[] | undefined;
  /** Texts for other fields that choosing the option fills in. */
  fills?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the text that the server signs for an option: it names the field and the parameters, so that the option of
 * another field, or of another county, is not accepted here.
 */
type SignText = (claim: string) => string;

function claimOf(
  { path }: CompiledField,
  parameters: InterfaceParameters,
  above: readonly string[],
  { value, label }: Option | RemoteChoice,
  isLast: boolean,
): string {
  const sorted = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([path, sorted, above, value, label, isLast]);
}

/** Returns the options of a field with their signatures, for these parameters. */
export function signOptions(
  field: CompiledField,
  parameters: InterfaceParameters,
  options: readonly Option[],
  sign: SignText,
  above: readonly string[] = [],
): OfferedOption[] {
  const isPath = field.kind.choosesPath === true;
  return options.map((option) => {
    const { value, label, children } = option;
    const isLast = !isPath || !children?.length;
    const below = isPath ? [...above, value] : above;
    return {
      value,
      label,
      sign: sign(claimOf(field, parameters, above, option, isLast)),
      ...(children && { children: signOptions(field, parameters, children, sign, below) }),
    };
  });
}

/** A form with the stored or typed values that were checked before. */
interface ChoiceCheck {
  authority: AuthorityByField;
  /** Contents whose choices were accepted earlier. */
  known: readonly FormValues[];
  /** Checks the signature of an offered option. */
  isOffered(claim: string, sign: string): boolean;
}

export interface CheckedChoices {
  /** The values without signatures. */
  values: Record<string, unknown>;
  problems: readonly Problem[];
}

/**
 * Checks that each choice of a remote list is one that the server has offered for this field and its present
 * parameters, or one that was accepted there before with the same parameters. Nothing else is asked of the interface,
 * so that a form can be sent while it does not answer (docs/decisions/0228).
 */
export function checkRemoteChoices(
  form: CompiledForm,
  values: FormValues,
  check: ChoiceCheck,
): CheckedChoices {
  if (!hasRemoteOptions(form)) return { values: { ...values }, problems: [] };
  const known = new Set(
    check.known.flatMap((content) =>
      placesIn(form, content, check.authority).flatMap(({ claims = [] }) => claims.map(({ claim }) => claim)),
    ),
  );
  const problems = placesIn(form, values, check.authority)
    .filter(({ state, claims }) => {
      if (!state.editable) return false;
      return !claims?.every(
        ({ claim, sign }) => known.has(claim) || (sign !== undefined && check.isOffered(claim, sign)),
      );
    })
    .map(({ field, path }) => ({ field: path, message: `${field.title}的选项已变动，请重新选择` }));
  return { values: withoutSigns(form.fields, values), problems };
}

/** Checks whether a form has choices from lists of interfaces. */
export function hasRemoteOptions({ fields }: Pick<CompiledForm, 'fields'>): boolean {
  return fields.some(
    ({ interfaces, columns }) => interfaces?.options ?? columns.some((column) => column.interfaces?.options),
  );
}

interface ChoicePlace {
  field: CompiledField;
  path: string;
  state: FieldState;
  /** Undefined if there are more choices than the field may have. */
  claims: readonly { claim: string; sign: string | undefined }[] | undefined;
}

/** Returns every place with remote options, also in rows, with the claims of its choices. */
function placesIn(form: CompiledForm, values: FormValues, authority: AuthorityByField): ChoicePlace[] {
  const { fields, rows } = evaluateLinkage(form, values, { authority });
  const findField = (id: string) => fieldToRead(form.byId.get(id), fields[id], ownValue(values, id));
  return form.fields.flatMap((field) => {
    const own = placeOf(field, field.id, fields[field.id], findField);
    const cells = (rows[field.id] ?? []).flatMap((row, index) => {
      const findCell = (id: string) =>
        cellToRead(
          field.columns.find((column) => column.id === id),
          row[id],
        ) ?? findField(id);
      return field.columns.flatMap((column) =>
        placeOf(column, `${field.id}[${index}].${column.id}`, row[column.id], findCell),
      );
    });
    return [...own, ...cells];
  });
}

/** Returns a cell as an interface reads it: empty if the person does not see it, because a query names no row. */
function cellToRead(column: CompiledField | undefined, cell: FieldState | undefined): ReadField | undefined {
  return column && cell && { field: column, value: cell.value };
}

function placeOf(
  field: CompiledField,
  path: string,
  state: FieldState | undefined,
  find: (id: string) => ReadField | undefined,
): ChoicePlace[] {
  const use = field.interfaces?.options;
  if (use === undefined || state === undefined) return [];
  const parameters = parametersOf(use, find);
  const choices = state.value as readonly RemoteChoice[];
  const maxChoices = field.kind.choosesPath ? maxOptionLevels : formLimits.choicesOfField;
  // No claims are built: their number grows with that of the choices, for a way with its square.
  if (choices.length > maxChoices) return [{ field, path, state, claims: undefined }];
  const claims = choices.map((choice, index) => {
    const above = field.kind.choosesPath ? choices.slice(0, index).map(({ value }) => value) : [];
    const isLast = field.kind.choosesPath !== true || index === choices.length - 1;
    return { claim: claimOf(field, parameters, above, choice, isLast), sign: choice.sign };
  });
  return [{ field, path, state, claims }];
}

/** Returns the values whose choices have only value and label. */
function withoutSigns(fields: readonly CompiledField[], values: FormValues): Record<string, unknown> {
  const result: Record<string, unknown> = { ...values };
  for (const { id, interfaces, kind, columns } of fields) {
    const value = ownValue(values, id);
    if (interfaces?.options && value !== undefined) {
      const choices = (kind.normalise(value) ?? []) as readonly RemoteChoice[];
      const stored = choices.map((choice) => ({ value: choice.value, label: choice.label }));
      if (!isSame(stored, value)) result[id] = stored;
    } else if (columns.some((column) => column.interfaces?.options) && value !== undefined)
      result[id] = rowsOf(value).map((row) => withoutSigns(columns, row));
  }
  return result;
}
