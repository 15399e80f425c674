import { Select } from 'antd';
import type { NamedOrganisation } from '#domain/forms/kinds/organisation/organisation.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { treeFailureText } from '#web/api/call-error.ts';
import styles from '../../form.module.css';
import type { FieldEditorProps } from '../../kind-view.ts';
import { useOrganisationList } from './use-organisation-list.ts';

/** Edits one or several organisations of the office, chosen by name; the list is loaded when it is opened. */
export function OrganisationField(props: FieldEditorProps<readonly NamedOrganisation[]>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  const multiple = field.props.multiple === true;
  const { organisations, failure, loadOnce } = useOrganisationList();
  // A chosen organisation has its name before the list is loaded, and after its removal from the office.
  const organisationById = new Map<string, NamedOrganisation & { pinyin?: string }>(
    [...value, ...(organisations ?? [])].map((organisation) => [organisation.id, organisation]),
  );
  const choose = (ids: readonly string[]) =>
    onChange(
      ids.flatMap((id) => {
        const organisation = organisationById.get(id);
        return organisation ? [{ id, name: organisation.name }] : [];
      }),
    );
  const ids = value.map(({ id }) => id);

  return (
    <Select<string | string[], ReturnType<typeof optionOf>>
      {...control}
      allowClear={!disabled}
      className={styles.select}
      disabled={disabled}
      mode={multiple ? 'multiple' : undefined}
      notFoundContent={failure !== undefined ? treeFailureText : organisations ? '没有找到机构' : '正在加载…'}
      options={[...organisationById.values()].map(optionOf)}
      placeholder={field.props.placeholder ?? '请选择机构'}
      showSearch={{
        filterOption: (text, option) => findsName(text, option?.label ?? '', option?.pinyin),
      }}
      status={control['aria-invalid'] && 'error'}
      value={multiple ? ids : ids[0]}
      onBlur={onBlur}
      onChange={(next) => choose(next === undefined ? [] : [next].flat())}
      onOpenChange={(open) => {
        if (open) loadOnce();
      }}
    />
  );
}

const optionOf = ({ id, name, pinyin }: NamedOrganisation & { pinyin?: string }) => ({
  value: id,
  label: name,
  pinyin,
});
