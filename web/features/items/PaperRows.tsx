import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import type { ItemSettings } from '#contract/item-settings.ts';
import { type PaperForm, paperFormLabel } from '#domain/enumerations/paper-form.ts';
import { newPaper } from '#domain/items/situation-editing.ts';
import { situationLimits } from '#domain/items/situations.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import itemStyles from './items.module.css';
import styles from './paper-rows.module.css';

type Paper = ItemSettings['papers'][number];

/** Maximum number of materials of one item or situation. */
const maxPapers = 200;

const formOptions = Object.entries(paperFormLabel).map(([value, label]) => ({
  value: value as PaperForm,
  label,
}));

/** Edits materials in their order, one row of cells each; shows a validation problem at its cell. */
export function PaperRows(props: {
  papers: readonly Paper[];
  /** The path of the materials in the item: `papers`, `situations[2].papers`. */
  path: string;
  problems: readonly Problem[];
  /** The text that explains an empty list. */
  emptyText: string;
  onChange: (papers: Paper[]) => void;
}) {
  const { papers, path, problems, emptyText, onChange } = props;
  const [addedIndex, setAddedIndex] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.frame}>
      {papers.length === 0 && <p className={styles.none}>{emptyText}</p>}
      <ol className={styles.rows} aria-label="材料">
        {papers.map((paper, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a material is identified only by its index
          <li key={index} className={styles.paper}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <PaperCells
              paper={paper}
              path={`${path}[${index}]`}
              problems={problems}
              isNew={addedIndex === index}
              onChange={(change) =>
                onChange(papers.map((each, other) => (other === index ? { ...each, ...change } : each)))
              }
            />
            <RowMoveButtons
              name={paper.name.trim() || `第 ${index + 1} 项`}
              index={index}
              count={papers.length}
              mayBeEmpty
              className={styles.moves}
              onMove={(to) => onChange([...moveItem(papers, index, to)])}
              onRemove={() => {
                onChange(papers.filter((_paper, other) => other !== index));
                // The pressed button disappeared with its row.
                addButton.current?.focus();
              }}
            />
          </li>
        ))}
      </ol>
      <Button
        ref={addButton}
        icon={<PlusOutlined aria-hidden />}
        disabled={papers.length >= maxPapers}
        onClick={() => {
          setAddedIndex(papers.length);
          onChange([...papers, newPaper()]);
        }}
      >
        添加材料
      </Button>
    </div>
  );
}

function PaperCells(props: {
  paper: Paper;
  path: string;
  problems: readonly Problem[];
  /** True if the row was just added and is edited next. */
  isNew: boolean;
  onChange: (change: Partial<Paper>) => void;
}) {
  const { paper, path, problems, isNew, onChange } = props;
  const cell = (part: keyof Paper, label: string, control: ReactNode) => (
    <Cell
      id={`item-${path}.${part}`}
      label={label}
      className={styles[part]}
      problems={problems}
      field={`${path}.${part}`}
    >
      {control}
    </Cell>
  );
  const id = (part: keyof Paper) => `item-${path}.${part}`;
  return (
    <>
      {cell(
        'name',
        '材料名称',
        <Input
          id={id('name')}
          aria-required
          autoFocus={isNew}
          maxLength={100}
          value={paper.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />,
      )}
      {cell(
        'form',
        '形式',
        <Select
          id={id('form')}
          className={styles.full ?? ''}
          value={paper.form}
          options={formOptions}
          onChange={(form) => onChange({ form })}
        />,
      )}
      {cell(
        'copies',
        '份数',
        <Copies id={id('copies')} value={paper.copies} onChange={(copies) => onChange({ copies })} />,
      )}
      {cell(
        'required',
        '要求',
        <span className={styles.ticks}>
          <Checkbox
            id={id('required')}
            checked={paper.required}
            onChange={({ target }) => onChange({ required: target.checked })}
          >
            必交
          </Checkbox>
          <Checkbox
            checked={paper.rare === true}
            onChange={({ target }) => onChange({ rare: target.checked ? true : undefined })}
          >
            可容缺
          </Checkbox>
        </span>,
      )}
      {cell(
        'note',
        '说明',
        <Input
          id={id('note')}
          maxLength={200}
          value={paper.note}
          onChange={({ target }) => onChange({ note: target.value })}
        />,
      )}
    </>
  );
}

/** Asks for the number of copies; says so when a number beyond the limits is replaced by the nearest one. */
function Copies(props: { id: string; value: number; onChange: (copies: number) => void }) {
  const { id, value, onChange } = props;
  const [isOutside, setIsOutside] = useState(false);
  return (
    <>
      <InputNumber
        id={id}
        className={styles.full ?? ''}
        min={1}
        max={situationLimits.copies}
        precision={0}
        value={value}
        onInput={(text) =>
          setIsOutside((text !== '' && Number(text) < 1) || Number(text) > situationLimits.copies)
        }
        onChange={(copies) => onChange(copies ?? 0)}
      />
      {isOutside && (
        <small className={itemStyles.fault} role="status">
          份数为 1 至 {situationLimits.copies}，超出的按最接近的数计
        </small>
      )}
    </>
  );
}

function Cell(props: {
  id: string;
  label: string;
  className: string | undefined;
  problems: readonly Problem[];
  field: string;
  children: ReactNode;
}) {
  const { id, label, problems, field, children } = props;
  return (
    <div className={props.className}>
      <label htmlFor={id} data-required={label === '材料名称' || undefined}>
        {label}
      </label>
      {children}
      {problems
        .filter((problem) => problem.field === field)
        .map(({ message }) => (
          <small key={message} className={styles.fault}>
            {message}
          </small>
        ))}
    </div>
  );
}
