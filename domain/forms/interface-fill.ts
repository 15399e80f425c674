import type { CompiledField } from './compiled-form.ts';
import type { Option } from './model.ts';

/**
 * Returns the value that the text of an interface means in a field: of a choice its option, by value or label;
 * undefined if the field does not accept the text.
 */
export function valueOfText(
  { kind, props }: Pick<CompiledField, 'kind' | 'props'>,
  options: readonly Option[],
  text: string,
): unknown {
  if (kind.takesOptions)
    return (options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text))
      ?.value;
  const value = kind.normalise(text) ?? otherValue(kind.comparesAs, kind.normalise, text);
  if (value === undefined || kind.isEmpty(value)) return undefined;
  return kind.validate(value, { props, options }).length === 0 ? value : undefined;
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  是: true,
  false: false,
  0: false,
  否: false,
};

function otherValue(
  comparesAs: 'number' | 'boolean' | undefined,
  normalise: (raw: unknown) => unknown,
  text: string,
): unknown {
  if (comparesAs === 'number') return normalise(Number(text));
  return comparesAs === 'boolean' && Object.hasOwn(truths, text) ? normalise(truths[text]) : undefined;
}
