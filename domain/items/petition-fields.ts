import { fullAuthority } from '../forms/authority.ts';
import type { CompiledField, CompiledForm } from '../forms/compiled-form.ts';
import { evaluateLinkage } from '../forms/linkage.ts';
import type { Option } from '../forms/model.ts';
import type { Problem } from '../refusals/refusals.ts';
import { type FormsOfItem, findField } from './field-at-path.ts';

/**
 * Form fields of a petition item by which the history of a petitioner is listed and filtered (S1 §3), each as
 * `<form code>.<field id>`. An item with these fields has petitions; their values are visible to the same
 * readers as the title of an order. See docs/decisions/0062.
 */
export interface PetitionFields {
  /** The day of the petition. */
  date: string;
  /** The channel of the petition: letter, visit, call … */
  channel: string;
  /** The subject of the petition, from the most general field to the most specific. */
  problem: readonly string[];
  /**
   * The field in which a repeated petition names the earlier one, and the values that other fields then have.
   */
  original?: OriginalPetition;
  /** How similar petitions are found at registration; undefined if they are not searched. */
  similar?: SimilarSearch;
  /**
   * The item that handles the next stage (复查, 复核) of its orders, the days within which it is asked for, and the
   * calendar days for handling it (`stageLimit`).
   */
  review?: { taskCode: string; days: number; handlingDays?: number | undefined };
  /** Number of representatives of a joint petition; by law at most five (信访工作条例 art. 20). */
  representatives?: number;
}

/** How petitions about the same matter are found (docs/decisions/0234). */
export interface SimilarSearch {
  /** Fields that say what the petition is about, such as title, summary and demand. */
  matter: readonly string[];
  /** The field of the region that the matter is about; undefined compares the region of the item. */
  area?: string | undefined;
  /** Number of months in which earlier petitions are compared. */
  months: number;
  /** Number of characters of shared words from which on petitions are similar. */
  letters: number;
}

/** Returns the text of a petition that is compared with others, from the contents of its forms by form code. */
export function matterOf(
  { matter }: Pick<SimilarSearch, 'matter'>,
  contents: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): string {
  const texts = matter.map((path) => valueAt(path, contents));
  // A word does not reach from one field into the next.
  return texts.filter((text) => typeof text === 'string' && text !== '').join('。\n');
}

/** Returns the codes of the region that a petition is about, the province first; empty without one. */
export function areaOf(
  { area }: Pick<SimilarSearch, 'area'>,
  contents: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): string[] {
  const value = area === undefined ? undefined : valueAt(area, contents);
  return Array.isArray(value) ? value.map((region) => String((region as { code?: unknown }).code ?? '')) : [];
}

function valueAt(
  path: string,
  contents: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): unknown {
  const [formCode = '', id = ''] = path.split('.');
  return contents[formCode]?.[id];
}

export interface OriginalPetition {
  field: string;
  /** Values that other fields of the forms must have, by path. */
  beside: Readonly<Record<string, string>>;
  /**
   * True if an unfinished order may be named too: the duplicate check then allows the repetition
   * (docs/decisions/0061).
   */
  unfinished?: boolean | undefined;
}

/**
 * Checks that an order with these forms repeats the unfinished order with that code, and that its item allows
 * this.
 */
export function repeatsUnfinishedOrder(
  original: OriginalPetition | null | undefined,
  contents: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  code: string,
): boolean {
  if (original?.unfinished !== true) return false;
  const requiredValues = { ...original.beside, [original.field]: code };
  return Object.entries(requiredValues).every(([path, value]) => {
    const [formCode = '', id = ''] = path.split('.');
    return contents[formCode]?.[id] === value;
  });
}

export interface ProblemChoice extends Option {
  children: readonly Option[];
}

/** Choices of the filters of the history. */
export interface PetitionChoices {
  channel: readonly Option[];
  problem: readonly ProblemChoice[];
}

/** Returns every problem that prevents publishing an item with these fields. */
export function checkPetitionFields(fields: PetitionFields, forms: FormsOfItem): Problem[] {
  const check = (path: string, isUsable: (field: CompiledField) => boolean) => {
    if (path === '') return ['请选择信访日期、信访形式等字段'];
    const found = findField(path, forms);
    if (typeof found === 'string') return [found];
    const isUnprotected = found.maskRule === undefined && !found.encrypted;
    return isUnprotected && isUsable(found) ? [] : [`字段“${found.title}”不能用于查询`];
  };
  const { original, similar } = fields;
  const messages = new Set([
    ...check(fields.date, ({ kindName }) => kindName === 'date'),
    ...[fields.channel, ...fields.problem].flatMap((path) =>
      check(path, ({ kind }) => kind.takesOptions && kind.optionLevels === undefined),
    ),
    ...(original === undefined ? [] : [original.field, ...Object.keys(original.beside)]).flatMap((path) =>
      check(path, ({ kind }) => kind.holdsValue),
    ),
    ...(similar?.matter ?? []).flatMap((path) => check(path, ({ kind }) => kind.searchable)),
    ...(similar?.matter.length === 0 ? ['请选择反映内容的字段'] : []),
    ...(similar?.area === undefined ? [] : check(similar.area, ({ kindName }) => kindName === 'region')),
  ]);
  return [...messages].map((message) => ({ field: 'petitionFields', message: `历史信访：${message}` }));
}

/**
 * Returns the choices of the filters from the forms; the choices of a more specific field depend on the more
 * general one.
 */
export function petitionChoices(fields: PetitionFields, forms: readonly CompiledForm[]): PetitionChoices {
  const [general = '', specific = ''] = fields.problem;
  return {
    channel: fieldAt(fields.channel, forms)?.field.options ?? [],
    problem: (fieldAt(general, forms)?.field.options ?? []).map(({ value, label }) => ({
      value,
      label,
      children: specificOptions(specific, { path: general, value }, forms),
    })),
  };
}

function specificOptions(
  path: string,
  general: { path: string; value: string },
  forms: readonly CompiledForm[],
): readonly Option[] {
  const specific = fieldAt(path, forms);
  const [formCode, generalId = ''] = general.path.split('.');
  if (specific === undefined || specific.form.code !== formCode) return [];
  const state = evaluateLinkage(specific.form, { [generalId]: general.value }, { authority: fullAuthority });
  const field = state.fields[specific.field.id];
  return field?.visible ? field.options : [];
}

function fieldAt(
  path: string,
  forms: readonly CompiledForm[],
): { form: CompiledForm; field: CompiledField } | undefined {
  const [formCode, id = ''] = path.split('.');
  const form = forms.find(({ code }) => code === formCode);
  const field = form?.byId.get(id);
  return form && field && { form, field };
}
