import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ItemSettings } from '#contract/item-settings.ts';
import {
  listInTreeOrder,
  newSituation,
  possibleParentSituations,
  withoutSituation,
  withPosition,
  withSituation,
} from '#domain/items/situation-editing.ts';
import { type Situation as SituationOfItem, situationLimits } from '#domain/items/situations.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { CodeField } from '#web/toolkit/codes/CodeField.tsx';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import { type SettingsCard, useStackedSettings } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';
import { PaperRows } from './PaperRows.tsx';

type Situation = ItemSettings['situations'][number];

const nameOf = ({ name }: Pick<Situation, 'name'>) => name.trim() || '（未命名）';

/** Returns the situations of the domain rules in the shape of the request. */
const toRequest = (situations: readonly SituationOfItem[]): Situation[] =>
  situations.map((each) => ({ ...each, papers: [...each.papers], forms: [...each.forms] }));

const situationSettingsIds = { list: 'situation-list', settings: 'situation-settings', back: '返回情形列表' };

/** Edits the situations: their tree, and next to it the selected one. */
export function Situations(
  props: FieldsProps & {
    situation: number;
    onSituation: (index: number) => void;
  },
) {
  const { settings, problems, situation: selectedIndex, onSituation, onChange } = props;
  const { situations } = settings;
  const { open, card } = useStackedSettings(situationSettingsIds);
  const set = (next: readonly SituationOfItem[]) => onChange({ situations: toRequest(next) });
  const add = () => {
    const parentId = situations[selectedIndex]?.parent ?? null;
    set([...situations, { ...newSituation(situations), parent: parentId }]);
    onSituation(situations.length);
    open();
  };
  const remove = (index: number) => {
    set(withoutSituation(situations, index));
    if (selectedIndex >= index && selectedIndex > 0) onSituation(selectedIndex - 1);
  };
  const move = (index: number, to: number) => {
    const next = withPosition(situations, index, to);
    const selected = situations[selectedIndex];
    set(next);
    if (selected) onSituation(next.indexOf(selected));
  };
  const selected = situations[selectedIndex];
  const invalid = new Set(
    problems.flatMap(({ field }) => {
      const [, position] = /^situations\[(\d+)\]/.exec(field) ?? [];
      return position === undefined ? [] : [Number(position)];
    }),
  );
  return (
    <Card id="item-part-situations" title="情形">
      <div className={styles.situations}>
        <section id={situationSettingsIds.list} className={styles.tree} aria-label="情形">
          {situations.length === 0 && (
            <p className={styles.quiet}>
              不分情形。申请人不同、材料或表单也不同时，逐个添加情形，登记时每级选一项。
            </p>
          )}
          <ol>
            {listInTreeOrder(situations).map(({ situation, index, level, siblingIndex, siblingCount }) => (
              <li
                key={index}
                data-chosen={index === selectedIndex || undefined}
                data-faulty={invalid.has(index) || undefined}
                data-level={Math.min(level, situationLimits.levels)}
              >
                <button
                  type="button"
                  aria-pressed={index === selectedIndex}
                  onClick={() => {
                    onSituation(index);
                    open();
                  }}
                >
                  <span>{nameOf(situation)}</span>
                  <small>{summaryOf(situation)}</small>
                </button>
                <RowMoveButtons
                  name={nameOf(situation)}
                  index={siblingIndex}
                  count={siblingCount}
                  mayBeEmpty
                  className={styles.moves}
                  loss={
                    situation.name.trim() === ''
                      ? undefined
                      : '这一情形的材料和表单一并删除，它下面的情形上移一级；发布以前，已发布的版本不受影响。'
                  }
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                />
              </li>
            ))}
          </ol>
          <Button
            block
            icon={<PlusOutlined aria-hidden />}
            disabled={situations.length >= situationLimits.situations}
            onClick={add}
          >
            添加情形
          </Button>
        </section>
        {selected && (
          <SituationFields
            key={selectedIndex}
            {...props}
            card={card}
            selected={selected}
            onSelectedChange={(change) => set(withSituation(situations, selectedIndex, change))}
          />
        )}
      </div>
    </Card>
  );
}

function summaryOf({ papers, forms }: SituationOfItem): string {
  const parts = [
    papers.length > 0 && `${papers.length} 项材料`,
    forms.length > 0 && `${forms.length} 个表单`,
  ];
  return parts.filter(Boolean).join('，') || '没有另外的材料和表单';
}

function SituationFields(props: {
  card: SettingsCard;
  settings: ItemSettings;
  choices: FieldsProps['choices'];
  situation: number;
  problems: readonly Problem[];
  selected: Situation;
  onSelectedChange: (change: Partial<Situation>) => void;
}) {
  const { card, settings, choices, situation: at, problems, selected, onSelectedChange } = props;
  const path = `situations[${at}]`;
  const nameOfForm = (code: string) => choices.forms.find((form) => form.code === code)?.name ?? code;
  return (
    <section id={card.id} tabIndex={-1} className={styles.situation} aria-label={nameOf(selected)}>
      {card.extra && <p className={styles.back}>{card.extra}</p>}
      <div className={styles.fields}>
        <ItemField required id={`${path}.name`} label="情形名称" problems={problems}>
          <Input
            id={`item-${path}.name`}
            aria-required
            maxLength={100}
            value={selected.name}
            onChange={({ target }) => onSelectedChange({ name: target.value })}
          />
        </ItemField>
        <ItemField id={`${path}.parent`} label="上级情形" problems={problems}>
          <NameSelect
            id={`item-${path}.parent`}
            className={styles.wide ?? ''}
            allowClear
            placeholder="没有，是第一级"
            value={selected.parent}
            options={possibleParentSituations(settings.situations, at).map((each) => ({
              value: each.id,
              label: nameOf(each),
            }))}
            onChange={(parent) => onSelectedChange({ parent: parent ?? null })}
          />
        </ItemField>
        <ItemField id={`${path}.forms`} label="专用表单" problems={problems} hint="只有这种情形才填写的表单">
          <NameSelect
            id={`item-${path}.forms`}
            className={styles.wide ?? ''}
            mode="multiple"
            placeholder="没有"
            value={selected.forms}
            options={settings.formCodes.map((code) => ({ value: code, label: nameOfForm(code) }))}
            onChange={(forms) => onSelectedChange({ forms })}
          />
        </ItemField>
      </div>
      <h3>这种情形另交的材料</h3>
      <PaperRows
        papers={selected.papers}
        path={`${path}.papers`}
        problems={problems}
        emptyText="没有另外的材料。"
        onChange={(papers) => onSelectedChange({ papers })}
      />
      <CodeField
        id={`item-${path}.id`}
        code={{ value: selected.id, type: (id) => onSelectedChange({ id: id.trim() }) }}
        maxLength={60}
        problem={problems.find(({ field }) => field === `${path}.id`)?.message}
        hint="自动生成，本事项内不重复；发布后请勿修改，已登记的办件按它对应情形。"
      />
    </section>
  );
}
