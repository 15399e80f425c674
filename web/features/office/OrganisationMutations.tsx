import { Button } from 'antd';
import { type EditableOrganisation, officeOrganisations } from '#contract/office-organisations.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import menuButton from '#web/toolkit/page/menu-button.module.css';
import styles from './office.module.css';

export type OrganisationMutation = 'add' | 'edit' | 'move' | 'disable' | 'remove';

/** Shows the actions on an organisation: editing, and the rare ones behind 更多. */
export function OrganisationMutations(props: {
  rows: readonly EditableOrganisation[];
  row: EditableOrganisation;
  onMutation: (mutation: OrganisationMutation) => void;
}) {
  const { rows, row, onMutation } = props;
  const move = useReportedMutation(officeOrganisations.move);
  const enable = useReportedMutation(officeOrganisations.enable);
  const siblings = rows.filter(({ parent }) => parent === row.parent);
  const index = siblings.findIndex(({ id }) => id === row.id);
  const params = { id: row.id };
  const moveBefore = (before: string | null) =>
    void move.mutation({ params, body: { parentId: row.parent ?? '', before } });
  const moveChoices = [
    ...(index > 0
      ? [{ key: 'up', label: '上移', onChoose: () => moveBefore(siblings[index - 1]?.id ?? null) }]
      : []),
    ...(index < siblings.length - 1
      ? [{ key: 'down', label: '下移', onChoose: () => moveBefore(siblings[index + 2]?.id ?? null) }]
      : []),
    { key: 'move', label: '移到…', onChoose: () => onMutation('move') },
  ];
  const enableOrDisable = row.enabled
    ? {
        key: 'disable',
        label: '停用',
        onChoose: () => onMutation('disable'),
      }
    : {
        key: 'enable',
        label: '启用',
        onChoose: () => void enable.mutation({ params }, `已启用“${row.name}”`),
      };
  return (
    <span className={styles.actions}>
      <Button onClick={() => onMutation('edit')}>修改</Button>
      {row.parent !== null && (
        <MenuButton
          className={menuButton.boxedButton ?? ''}
          choices={[
            ...moveChoices,
            { ...enableOrDisable, lineAbove: true },
            { key: 'remove', label: '删除', danger: true, onChoose: () => onMutation('remove') },
          ]}
        >
          更多
        </MenuButton>
      )}
    </span>
  );
}
