import { type ComponentType, useEffect, useState } from 'react';
import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import type { RemoteChoice } from '#domain/forms/kinds/remote-choices.ts';
import type { Option } from '#domain/forms/model.ts';
import { flatOptions, optionsOnPath, placedOptions } from '#domain/forms/option-tree.ts';
import type { OfferedOption } from '#domain/forms/remote-options.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { missingText, QueryLine } from './QueryLine.tsx';
import { useLatestQuery } from './use-latest-query.ts';
import { useParameters } from './use-parameters.ts';

type Editor = ComponentType<FieldEditorProps<string | readonly string[]>>;

/** Kinds that draw all their options at once; others need them when they are opened. */
const alwaysOpen: readonly string[] = ['radio', 'checkbox'];

interface LoadedList {
  /** Key of the parameters. */
  key: string;
  options?: readonly OfferedOption[];
  fault?: string;
}

/** Edits a choice whose options an interface lists, by the usual editor of its kind. */
export function RemoteOptionsField({
  Editor,
  use,
  path,
  ...props
}: FieldEditorProps<readonly RemoteChoice[]> & { Editor: Editor; use: InterfaceUse; path: string }) {
  const { field, store, value, disabled } = props;
  const parameters = useParameters(store, path, use);
  const query = useLatestQuery();
  const [list, setList] = useState<LoadedList>();
  const [isLoading, setIsLoading] = useState(false);
  const current = list?.key === parameters.key ? list : undefined;
  const isMissing = parameters.missing.length > 0;

  const load = async () => {
    if (disabled || isMissing) return;
    setIsLoading(true);
    const { key, values } = parameters;
    const outcome = await query.ask({ path, field, use: 'options', parameters: values });
    if (outcome === undefined) return;
    setIsLoading(false);
    setList('fault' in outcome ? { key, fault: outcome.fault } : { key, options: outcome.options ?? [] });
  };
  const loadOnce = () => {
    if (current === undefined && !isLoading) void load();
  };
  const isEager = alwaysOpen.includes(field.kindName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each set of parameters
  useEffect(() => {
    query.cancel();
    setIsLoading(false);
    if (isEager || list !== undefined) void load();
  }, [parameters.key]);

  const loaded = current?.options;
  const shown = field.kind.choosesPath ? withPath(loaded ?? [], value) : withChosen(loaded, value);
  const notice = isMissing
    ? missingText(parameters.missing)
    : isLoading
      ? '正在查询…'
      : (current?.fault ?? '');
  const emptyText = loaded?.length === 0 ? '没有可选的项' : '';
  const line = notice || (isEager ? emptyText : '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects by bubbling events that the control is opened
    <div onFocus={loadOnce} onPointerDown={loadOnce}>
      <Editor
        {...props}
        path={path}
        options={shown}
        optionsNotice={{
          isLoading: loaded === undefined && !isMissing && current?.fault === undefined,
          text: notice || emptyText,
          failure: current?.fault,
          onRetry: () => void load(),
        }}
        value={field.kind.compared?.(value, field.props) as string | readonly string[]}
        onChange={(next) =>
          props.onChange(choicesOf(field.kind.choosesPath === true, loaded ?? [], value, next))
        }
      />
      <QueryLine
        text={isMissing || isEager ? line : ''}
        fault={isLoading ? undefined : current?.fault}
        title={field.title}
        onRetry={() => void load()}
      />
    </div>
  );
}

/** Returns the options with the chosen ones; a chosen option that the list no longer has is marked. */
function withChosen(
  loaded: readonly OfferedOption[] | undefined,
  chosen: readonly RemoteChoice[],
): readonly Option[] {
  const known = new Set(flatOptions(loaded ?? []).map(({ value }) => value));
  const others = chosen.filter(({ value }) => !known.has(value));
  const mark = loaded === undefined ? '' : '（已不在列表中）';
  return [...others.map(({ value, label }) => ({ value, label: label + mark })), ...(loaded ?? [])];
}

/** Returns the options with those on the chosen way, so that its names are shown before the list has arrived. */
function withPath(loaded: readonly OfferedOption[], chosen: readonly RemoteChoice[]): readonly Option[] {
  const [first] = chosen;
  if (
    first === undefined ||
    optionsOnPath(
      chosen.map(({ value }) => value),
      loaded,
    ).length === chosen.length
  )
    return loaded;
  const way = chosen.reduceRight<Option | undefined>(
    (below, { value, label }) => ({ value, label, ...(below && { children: [below] }) }),
    undefined,
  );
  return way ? [way, ...loaded.filter(({ value }) => value !== first.value)] : loaded;
}

/** Returns the choices for the values that the editor returns: as they were offered, else as they were chosen. */
function choicesOf(
  isPath: boolean,
  loaded: readonly OfferedOption[],
  before: readonly RemoteChoice[],
  next: string | readonly string[],
): readonly RemoteChoice[] {
  const values = typeof next === 'string' ? (next === '' ? [] : [next]) : next;
  const onPath = optionsOnPath(values, loaded) as readonly OfferedOption[];
  return values.flatMap((value, index) => {
    const offered = isPath
      ? onPath[index]
      : (placedOptions(loaded).find(({ option }) => option.value === value)?.option as
          | OfferedOption
          | undefined);
    if (offered === undefined) return before.find((choice) => choice.value === value) ?? [];
    const { label, sign, children } = offered;
    return { value, label, sign, ...(isPath && children?.length && { more: true as const }) };
  });
}
