import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { organisations } from '#contract/organisations.ts';
import { type QueryAs, queryAs, queryOf } from '#web/api/query-of.ts';
import type { Choice } from '../choices/choice.ts';
import { TagsField } from '../choices/TagsField.tsx';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import type { FilterValue, ListFilter } from '../list-model/list-types.ts';
import { type ChoiceKind, choiceSources } from './choice-sources.ts';

const OrganisationPicker = lazyPart(
  async () => (await import('./OrganisationPicker.tsx')).OrganisationPicker,
);
const ChoicePicker = lazyPart(async () => (await import('./ChoicePicker.tsx')).ChoicePicker);

/** Number of tags that fit into a filter. */
const maxTagsInFilter = 1;

type PickerRenderer = (picker: {
  value: readonly Choice[];
  onConfirm: (chosen: readonly Choice[]) => void;
  onCancel: () => void;
  onLoadFailed: () => void;
}) => ReactNode;

/**
 * Asks for several choices of a filter, stored as ids; names of ids that came from elsewhere are looked up.
 */
function ChoicesInput(props: {
  id: string;
  label: string;
  value: FilterValue;
  names: (ids: readonly string[]) => QueryAs<readonly Choice[]>;
  picker: PickerRenderer;
  onChange: (ids: readonly string[] | undefined) => void;
}) {
  const { id, label, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const ids = idsOf(props.value);
  const [confirmedChoices, setConfirmedChoices] = useState<readonly Choice[]>([]);
  const unknownIds = ids.filter((id) => !confirmedChoices.some(({ key }) => key === id));
  const nameQuery = useQuery({
    ...props.names(unknownIds),
    enabled: unknownIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const namedChoices = [...confirmedChoices, ...(nameQuery.data ?? [])];
  const chosen = ids.map(
    (key): Choice => namedChoices.find((choice) => choice.key === key) ?? { key, name: key },
  );
  const change = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next);
  const close = () => setOpen(false);
  return (
    <>
      <TagsField
        id={id}
        label={label}
        chosen={chosen}
        maxTags={maxTagsInFilter}
        onRemove={(key) => change(ids.filter((choice) => choice !== key))}
        onOpen={() => setOpen(true)}
      />
      {isOpen &&
        props.picker({
          value: chosen,
          onConfirm: (confirmed) => {
            setConfirmedChoices(confirmed);
            change(confirmed.map(({ key }) => key));
            close();
          },
          onCancel: close,
          onLoadFailed: close,
        })}
    </>
  );
}

/** Returns the ids, which an address and a stored view contain as one text. */
function idsOf(value: FilterValue): readonly string[] {
  if (typeof value === 'string') return value.split(',').filter((id) => id !== '');
  return Array.isArray(value) ? value : [];
}

const namesOfOrganisations = queryAs(
  queryOf(organisations.organisationTree, { query: { type: 'all' } }),
  ({ rows }): readonly Choice[] => rows.map(({ id, name, fullname }) => ({ key: id, name, hint: fullname })),
);

/** Returns the filter of a list by organisations, sent as `name` with their ids. */
export function organisationsFilter(name: string, label: string): ListFilter {
  return {
    kind: 'custom',
    name,
    label,
    render: (control) => (
      <ChoicesInput
        {...control}
        label={label}
        names={() => namesOfOrganisations}
        picker={(picker) => <OrganisationPicker title={`选择${label}`} {...picker} />}
      />
    ),
  };
}

/** Returns the filter by halls, windows, posts, user groups or roles. */
export function choicesFilter(name: string, kind: ChoiceKind): ListFilter {
  const declared = choiceSources[kind];
  return {
    kind: 'custom',
    name,
    label: declared.label,
    render: (control) => (
      <ChoicesInput
        {...control}
        label={declared.label}
        names={declared.nameQuery}
        picker={(picker) => <ChoicePicker declared={declared} {...picker} />}
      />
    ),
  };
}
