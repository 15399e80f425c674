import { FieldAccess, type FormAccess } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { CompiledCondition } from './condition.ts';
import { conditionText } from './condition-text.ts';
import { ownValue } from './field-state.ts';
import type { Condition, FieldModel, FormModel, LinkageEffect } from './model.ts';

/** Why a field is shown or not, required or not, for the author of its form. */
export interface FieldExplanation {
  fieldId: string;
  title: string;
  visible: boolean;
  required: boolean;
  /** Sentences without a full stop, the decisive one first; empty if the field always behaves like this. */
  reasons: readonly string[];
}

/** The state of an open form: effective values, and the access to each field. */
export interface ExplainedState {
  read(fieldId: string): unknown;
  access: FormAccess;
}

/**
 * Explains a field of a form: the linkage, the heading or the authority that decides, with the values that its
 * conditions compare. `model` is the model of the form; undefined if it has no field of this id.
 */
export function explainField(
  form: CompiledForm,
  model: FormModel,
  fieldId: string,
  state: ExplainedState,
): FieldExplanation | undefined {
  const field = form.byId.get(fieldId);
  const fieldModel = model.schema.fields.find(({ id }) => id === fieldId);
  return field && fieldModel && explain({ form, model, state }, field, fieldModel);
}

/** Explains every field that has a condition, or is not shown, in the order of the form. */
export function explainForm(form: CompiledForm, model: FormModel, state: ExplainedState): FieldExplanation[] {
  const context = { form, model, state };
  return model.schema.fields.flatMap((fieldModel) => {
    const field = form.byId.get(fieldModel.id);
    const explanation = field && explain(context, field, fieldModel);
    return explanation && (explanation.reasons.length > 0 || !explanation.visible) ? [explanation] : [];
  });
}

interface Context {
  form: CompiledForm;
  model: FormModel;
  state: ExplainedState;
}

interface Decision {
  effects: readonly LinkageEffect[];
  holds: boolean;
  /** The comparisons that decide. */
  text: string;
}

function explain(context: Context, field: CompiledField, fieldModel: FieldModel): FieldExplanation {
  const { form, model, state } = context;
  const { linkage = [] } = fieldModel;
  const decisions = linkage.flatMap(({ when, effects }, index): Decision[] => {
    const compiled = field.linkage[index]?.when;
    if (compiled === undefined) return [];
    const holds = compiled.holds(state.read);
    return [{ effects, holds, text: decidingText(context, when, compiled, holds) }];
  });
  const holding = (effect: LinkageEffect) =>
    decisions.filter(({ holds, effects }) => holds && effects.includes(effect));
  const shows = decisions.filter(({ effects }) => effects.includes('show'));
  const [hidden] = holding('hide');
  const [shown] = holding('show');
  const heading = field.sectionId === undefined ? undefined : form.byId.get(field.sectionId);
  const headingModel = heading && model.schema.fields.find(({ id }) => id === heading.id);
  const section =
    heading && headingModel && heading.linkage.length > 0
      ? explain(context, heading, headingModel)
      : undefined;
  const access = ownValue(state.access, field.id);
  const hiding = [
    ...(access === FieldAccess.hidden ? ['本环节不显示该字段（权限为 0）'] : []),
    ...(section && !section.visible
      ? [`所属的标题“${section.title}”没有显示：${section.reasons[0] ?? ''}`]
      : []),
    ...(hidden ? [`因为${hidden.text}，所以隐藏`] : []),
    ...(shows.length > 0 && !shown ? [`显示的条件不成立：${shows.map(({ text }) => text).join('；')}`] : []),
  ];
  if (hiding.length > 0)
    return { fieldId: field.id, title: field.title, visible: false, required: false, reasons: hiding };
  const [required] = holding('require');
  const reasons = [
    ...(shown ? [`因为${shown.text}，所以显示`] : []),
    ...(required ? [`因为${required.text}，所以必填`] : []),
    ...(field.required && (shown || required || linkage.length > 0) ? ['字段本身设为必填'] : []),
    ...decisions.flatMap(({ holds, effects, text }) =>
      holds
        ? effects.flatMap((effect) => otherEffect(effect) ?? []).map((result) => `因为${text}，${result}`)
        : [],
    ),
    ...(access === FieldAccess.readOnly && linkage.length > 0 ? ['本环节只读该字段（权限为 1）'] : []),
  ];
  return {
    fieldId: field.id,
    title: field.title,
    visible: true,
    required: field.required || required !== undefined,
    reasons,
  };
}

function otherEffect(effect: LinkageEffect): string | undefined {
  if (effect === 'disable') return '所以不可填写';
  if (typeof effect === 'string') return undefined;
  return 'setValue' in effect ? '所以自动填入' : '所以选项改变';
}

/** Returns the comparisons that decide a condition, with the values that they compare. */
function decidingText(
  context: Context,
  condition: Condition,
  compiled: CompiledCondition,
  holds: boolean,
): string {
  const parts = decidingParts(condition, compiled, context.state.read, holds);
  const texts = parts.map(({ condition: part, holds: isMet }) => {
    const text = conditionText(
      part,
      (id) => `“${titleOf(context, id)}”`,
      ({ field, value }) => `“${textOf(context.form.byId.get(field), value)}”`,
      '',
    );
    const compared = 'not' in part ? part.not : part;
    // The condition itself names the value if it is met.
    return isMet || !('field' in compared) ? text : `${text}（现在是${valueText(context, compared.field)}）`;
  });
  return texts.join('、');
}

function titleOf({ form }: Context, id: string): string {
  return form.byId.get(id)?.title ?? id;
}

function valueText({ form, state }: Context, id: string): string {
  const text = textOf(form.byId.get(id), state.read(id));
  return text === '' ? '空' : `“${text}”`;
}

/** Returns a value as a reader sees it; a value that the field does not have is shown as it is written. */
function textOf(field: CompiledField | undefined, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => textOf(field, each)).join('、');
  const read = field?.kind.normalise(value ?? null);
  const text = field && read !== undefined ? field.kind.text(read, field) : '';
  return text === '' ? String(value ?? '') : text;
}

interface DecidingPart {
  condition: Condition;
  holds: boolean;
}

/** Returns the comparisons of a condition that make it hold or fail. */
function decidingParts(
  condition: Condition,
  compiled: CompiledCondition,
  read: ExplainedState['read'],
  holds: boolean,
): DecidingPart[] {
  const partsOf = (conditions: readonly Condition[], decisive: boolean) => {
    const all = conditions.flatMap((part, index) => {
      const compiledPart = compiled.parts[index];
      return compiledPart ? [{ part, compiledPart, isMet: compiledPart.holds(read) }] : [];
    });
    // One decisive part is enough; otherwise every part decides.
    const deciding = holds === decisive ? all.filter(({ isMet }) => isMet === decisive) : all;
    return deciding.flatMap(({ part, compiledPart, isMet }) =>
      decidingParts(part, compiledPart, read, isMet),
    );
  };
  if ('and' in condition) return partsOf(condition.and, false);
  if ('or' in condition) return partsOf(condition.or, true);
  if (!('not' in condition)) return [{ condition, holds }];
  const { not } = condition;
  const [part] = compiled.parts;
  if ('field' in not) return [{ condition, holds }];
  return part ? decidingParts(not, part, read, !holds) : [];
}
