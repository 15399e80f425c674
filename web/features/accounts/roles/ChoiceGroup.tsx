import { SearchOutlined } from '@ant-design/icons';
import { Checkbox, Input } from 'antd';
import { useId } from 'react';
import { findChoices, type RoleChoiceGroup } from './role-choices.ts';
import styles from './roles.module.css';

/** Shows the search for a permission or a menu of a role, and how many are chosen. */
export function ChoiceSearch(props: {
  value: string;
  permissions: number;
  menus: number;
  /** True if the search finds nothing. */
  isEmpty: boolean;
  onChange: (value: string) => void;
}) {
  const { value, permissions, menus, isEmpty, onChange } = props;
  return (
    <div className={styles.search}>
      <Input
        allowClear
        aria-label="查找权限或菜单"
        placeholder="查找权限或菜单"
        prefix={<SearchOutlined aria-hidden />}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span role="status">
        {isEmpty ? '没有符合的权限或菜单' : `已选权限 ${permissions} 项、菜单 ${menus} 项`}
      </span>
    </div>
  );
}

/** Shows the check boxes of one group of permissions or menus, with one that checks all of them. */
export function ChoiceGroup(
  props: RoleChoiceGroup & {
    search: string;
    value: readonly string[];
    /** Ids of the only choices that may be checked; all may be checked if it is left out. */
    allowedIds?: readonly string[];
    onChange: (value: readonly string[]) => void;
  },
) {
  const { title, choices, search, value, allowedIds, onChange } = props;
  const idPrefix = useId();
  const found = findChoices(props, search);
  if (found.length === 0) return null;
  const ids = found.map(({ id }) => id).filter((id) => allowedIds === undefined || allowedIds.includes(id));
  const chosenIds = found.map(({ id }) => id).filter((id) => value.includes(id));
  const chosenCount = choices.filter(({ id }) => value.includes(id)).length;
  const isAll = ids.length > 0 && ids.every((id) => value.includes(id));
  const without = (removed: readonly string[]) => value.filter((id) => !removed.includes(id));
  return (
    <section aria-labelledby={`${idPrefix}-title`} className={styles.group}>
      <div className={styles.groupHead}>
        <h3 id={`${idPrefix}-title`}>{title}</h3>
        <span>
          已选 {chosenCount} / {choices.length}
        </span>
        <Checkbox
          aria-label={`全选${title}`}
          checked={isAll}
          indeterminate={!isAll && chosenIds.length > 0}
          disabled={ids.length === 0}
          onChange={() => onChange(isAll ? without(ids) : [...without(ids), ...ids])}
        >
          全选
        </Checkbox>
      </div>
      {found.map(({ id, title, hint }) => {
        const hintId = hint === undefined ? undefined : `${idPrefix}-${id}`;
        return (
          <div key={id} className={styles.choice}>
            <Checkbox
              aria-describedby={hintId}
              checked={value.includes(id)}
              disabled={!value.includes(id) && allowedIds?.includes(id) === false}
              onChange={({ target }) => onChange(target.checked ? [...value, id] : without([id]))}
            >
              {title}
            </Checkbox>
            {hint !== undefined && <small id={hintId}>{hint}</small>}
          </div>
        );
      })}
    </section>
  );
}
