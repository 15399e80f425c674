import type { OutputOf } from '#contract/endpoint.ts';
import type { formInterfaces, InterfaceAnswer, InterfaceQuery } from '#contract/form-interfaces.ts';
import type { Actor } from '#domain/access/actor.ts';
import { beginningOfAnswer } from '#domain/forms/answer-text.ts';
import {
  type AuthorityByField,
  applyAuthority,
  FieldAccess,
  type FieldAuthority,
  type FormAccess,
  innerAccess,
} from '#domain/forms/authority.ts';
import { compileNewForm } from '#domain/forms/compile-new.ts';
import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import { ownValue } from '#domain/forms/field-state.ts';
import { type AnsweredOption, readDefault, readFills, readOptions } from '#domain/forms/interface-answer.ts';
import type { FormInterface } from '#domain/forms/interface-model.ts';
import { fieldToRead, type InterfaceParameters, parametersOf } from '#domain/forms/interface-parameters.ts';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import { evaluateLinkage } from '#domain/forms/linkage.ts';
import type { FormModel, FormValues } from '#domain/forms/model.ts';
import { signOptions } from '#domain/forms/remote-options.ts';
import { type AnswerFault, isFault } from '#domain/interfaces/answer-data.ts';
import { interfaceRequest } from '#domain/interfaces/interface-request.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { remoteCallers } from '#server/adapters/gateways/remote-interface/remote-interface.ts';
import { askWithinLimits } from '#server/framework/ask-within-limits.ts';
import type { Context } from '#server/framework/context.ts';
import { readFormText } from './form-overview.ts';
import { optionSigner } from './option-signatures.ts';

/** A form whose interfaces are asked. */
interface AskedForm {
  /** Id of the version, which signatures name. */
  id: string;
  code: string;
  model: FormModel;
  compiled: CompiledForm;
}

type Query = Omit<InterfaceQuery, 'formId'>;
type AskRefusal = Refusal<'remoteQueryFailed' | 'tooManyRequests' | 'notFound' | 'forbidden'>;

/** The access of the person to the form, and its stored values. */
interface AskingPerson {
  authority: AuthorityByField;
  content: FormValues;
}

/**
 * Asks the interface of a field for a person who may fill the field in. Parameters of fields that the person may not
 * edit are those of the stored form. Only the mapped result leaves the server.
 */
export async function askInterface(
  context: Context,
  actor: Actor,
  form: AskedForm,
  query: Query,
  { authority, content }: AskingPerson,
): Promise<InterfaceAnswer | AskRefusal> {
  const found = findUse(form, query);
  if (found === undefined) return refuse('notFound', { message: '该字段没有使用接口' });
  const access = applyAuthority(form.compiled, authority);
  if (accessOf(found, access) !== FieldAccess.editable) return refuse('forbidden');
  const { fields, rows } = evaluateLinkage(form.compiled, content, { authority });
  const stored = parametersOf(found.use, (id) =>
    fieldToRead(form.compiled.byId.get(id), fields[id], ownValue(content, id)),
  );
  const parameterOf = (id: string): string | undefined => {
    const sent = query.parameters[id];
    const column = found.table?.columns.find((each) => each.id === id);
    if (column && found.table) {
      if (accessOf({ ...found, field: column }, access) === FieldAccess.editable) return sent;
      // The row is not known here: the value must be one that the person sees in the stored table.
      const shown = (rows[found.table.id] ?? []).flatMap(({ [id]: cell }) =>
        cell?.visible
          ? [parametersOf({ reads: [id] }, () => ({ field: column, value: cell.value }))[id]]
          : [],
      );
      return shown.includes(sent) ? sent : undefined;
    }
    return access[id] === FieldAccess.editable || !form.compiled.byId.has(id) ? sent : stored[id];
  };
  const parameters = Object.fromEntries(found.use.reads.map((id) => [id, parameterOf(id) ?? '']));
  const result = await askWithinLimits(context, actor.staffId, () => send(context, found, query, parameters));
  if ('refused' in result) return result;
  const mapped =
    'fault' in result
      ? result
      : mapAnswer(found, query, result.json, parameters, optionSigner(context, form.id));
  if (!isFault(mapped)) return withEditableFills(mapped, form, found, access);
  const { fault } = mapped;
  context.log.warn(
    { form: form.id, field: query.field, interface: found.use.id, fault },
    'An interface of a form failed',
  );
  return refuse('remoteQueryFailed', { message: `查询异常：${fault}` });
}

/** Asks an interface of an unpublished form for its author, who also sees the beginning of the answer. */
export async function tryInterface(
  context: Context,
  actor: Actor,
  { json, ...query }: Query & { json: string },
): Promise<
  OutputOf<typeof formInterfaces.try> | Refusal<'tooManyRequests' | 'notFound' | 'definitionInvalid'>
> {
  const parsed = readFormText(json);
  const compiled = 'problems' in parsed ? parsed.problems : compileNewForm(parsed.model);
  if ('problems' in parsed || Array.isArray(compiled))
    return refuse('definitionInvalid', {
      message: '表单未通过检查',
      problems: Array.isArray(compiled) ? compiled : [],
    });
  const { model } = parsed;
  const form = { id: 'try', code: compiled.code, model, compiled };
  const found = findUse(form, query);
  if (found === undefined) return refuse('notFound', { message: '该字段没有使用接口' });
  const parameters = Object.fromEntries(found.use.reads.map((id) => [id, query.parameters[id] ?? '']));
  const result = await askWithinLimits(context, actor.staffId, () => send(context, found, query, parameters));
  if ('refused' in result) return result;
  if ('fault' in result) return { fault: result.fault, answer: '' };
  const answer = beginningOfAnswer(result.json);
  const mapped = mapAnswer(found, query, result.json, parameters, optionSigner(context, form.id));
  return isFault(mapped) ? { fault: mapped.fault, answer } : { ...mapped, fault: '', answer };
}

/** The use of an interface by a field. */
interface FoundUse {
  field: CompiledField;
  use: InterfaceUse;
  definition: FormInterface;
  /** The table of the field, if it is a column. */
  table: CompiledField | undefined;
}

/** Returns the access to a field of the form, or to a column of its table. */
function accessOf({ field, table }: Pick<FoundUse, 'field' | 'table'>, access: FormAccess): FieldAuthority {
  if (table === undefined) return access[field.id] ?? FieldAccess.readOnly;
  return innerAccess(access, field, access[table.id] ?? FieldAccess.readOnly);
}

/** Returns an answer with texts only for fields that the person may edit, in the row of the asking field first. */
function withEditableFills(
  { options, fills }: InterfaceAnswer,
  { compiled }: AskedForm,
  { table }: FoundUse,
  access: FormAccess,
): InterfaceAnswer {
  const mayEdit = ([id]: readonly [id: string, text: string]) => {
    const column = table?.columns.find((each) => each.id === id);
    const field = column ?? compiled.byId.get(id);
    return field && accessOf({ field, table: column && table }, access) === FieldAccess.editable;
  };
  const editable = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(mayEdit));
  return {
    ...(options && {
      options: options.map((option) => ({
        ...option,
        ...(option.fills && { fills: editable(option.fills) }),
      })),
    }),
    ...(fills && { fills: editable(fills) }),
  };
}

function findUse({ compiled, model }: AskedForm, { field: path, use: name }: Query): FoundUse | undefined {
  const [tableId = '', columnId] = path.split('[].');
  const table = compiled.byId.get(tableId);
  const field = columnId === undefined ? table : table?.columns.find(({ id }) => id === columnId);
  const use = field?.interfaces?.[name];
  const definition = model.globalConfig.interfaces?.find(({ id }) => id === use?.id);
  if (!table || !field || !use || !definition || !('targetUrl' in definition)) return undefined;
  return { field, use, definition, table: columnId === undefined ? undefined : table };
}

function send(
  { remoteInterfaces }: Context,
  { definition }: FoundUse,
  { text = '' }: Query,
  parameters: InterfaceParameters,
) {
  const token = remoteInterfaces.tokenOf(definition.targetUrl);
  const request = interfaceRequest(definition, { parameters, text: text.trim() }, token);
  return remoteInterfaces.ask(request, remoteCallers.form);
}

function mapAnswer(
  { field, definition }: FoundUse,
  { use }: Query,
  json: unknown,
  parameters: InterfaceParameters,
  sign: (claim: string) => string,
): InterfaceAnswer | AnswerFault {
  switch (use) {
    case 'options': {
      const options = readOptions(definition, json, findKind(field.kindName)?.optionLevels);
      if (isFault(options)) return options;
      return { options: signOptions(field, parameters, withoutFills(options), sign) };
    }
    case 'complete': {
      const options = readOptions(definition, json);
      if (isFault(options)) return options;
      return {
        options: options.map(({ value, label, fills }) => ({
          value,
          label,
          fills,
          sign: '',
        })),
      };
    }
    case 'default': {
      const found = readDefault(definition, json, field.id);
      return 'fault' in found ? found : { fills: found.text === '' ? {} : { [field.id]: found.text } };
    }
    default:
      return readFills(definition, json);
  }
}

function withoutFills(options: readonly AnsweredOption[]): readonly AnsweredOption[] {
  return options.map(({ value, label, children }) => ({
    value,
    label,
    ...(children && { children: withoutFills(children) }),
  }));
}
