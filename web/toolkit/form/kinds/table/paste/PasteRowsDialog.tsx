import { Button, Checkbox, Input, Segmented } from 'antd';
import { type ClipboardEvent, useId, useState } from 'react';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import type { PastedCells } from '#domain/sheets/pasted-cells.ts';
import { CancelButton, EditingModal } from '../../../../dialog/EditingModal.tsx';
import { type ClipboardContent, readClipboard } from './clipboard-cells.ts';
import { PastedTable } from './PastedTable.tsx';
import { PasteFindings, pasteIds } from './PasteFindings.tsx';
import styles from './paste-rows.module.css';
import { type PasteTarget, usePastePlan } from './use-paste-plan.ts';

interface PasteDialogProps extends PasteTarget {
  /** Content of the clipboard; without it the dialog first asks for it. */
  content: ClipboardContent | undefined;
  firstColumn: number;
  /** Receives all rows of the table with the new ones at the end. */
  onPaste: (rows: readonly TableRow[], count: number) => void;
  onClose: () => void;
}

/** Shows what a paste puts into a table; nothing changes until it is confirmed. */
export function PasteRowsDialog(props: PasteDialogProps) {
  const [read, setRead] = useState(() => props.content && readClipboard(props.content));
  if (read !== undefined && !('problem' in read)) return <PreviewDialog {...props} pasted={read} />;
  return <ContentDialog {...props} problem={read?.problem} onRead={setRead} />;
}

/** Takes the content by 粘贴 or Ctrl + V, also on a phone. */
function ContentDialog(
  props: PasteDialogProps & {
    problem: string | undefined;
    onRead: (read: ReturnType<typeof readClipboard>) => void;
  },
) {
  const { field, problem, onRead, onClose } = props;
  const id = useId();
  const [text, setText] = useState(props.content?.text.slice(0, maxShownCharacters) ?? '');
  const handlePaste = (event: ClipboardEvent) => {
    // A second paste is added to the text.
    if (text !== '') return;
    event.preventDefault();
    const { clipboardData } = event;
    onRead(
      readClipboard({ text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }),
    );
  };
  return (
    <EditingModal
      open
      title={`粘贴到“${field.title}”`}
      width={640}
      unsaved={() => text !== ''}
      onCancel={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="primary" onClick={() => onRead(readClipboard({ text, html: '' }))}>
            预览
          </Button>
        </>
      }
    >
      <label htmlFor={id}>在表格软件中复制多行，再粘贴到这里</label>
      <Input.TextArea
        id={id}
        className={styles.content}
        rows={8}
        value={text}
        status={problem === undefined ? '' : 'error'}
        aria-describedby={`${id}-problem`}
        onPaste={handlePaste}
        onChange={({ target }) => setText(target.value)}
      />
      <div id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </div>
    </EditingModal>
  );
}

/** Characters of a refused content that are shown. */
const maxShownCharacters = 1000;

function PreviewDialog(props: PasteDialogProps & { pasted: PastedCells }) {
  const { field, store, path, pasted, onPaste, onClose } = props;
  const prefix = useId();
  const planning = usePastePlan({ field, store, path }, pasted, props.firstColumn);
  const { choices, current, plan, choose } = planning;
  const wrong = plan.rows.flatMap((row) => (row.state === 'wrong' ? [row] : []));
  const wrongCells = wrong.flatMap(({ cells }) => cells.filter(({ problem }) => problem !== undefined));
  const ready = plan.rows.filter(({ state }) => state === 'ready').length;
  const doubles = plan.rows.filter(({ state }) => state === 'double').length;
  const width = pasted.rows.reduce((max, row) => Math.max(max, row.length), 0);
  const confirm = (onlyReady: boolean) => {
    const latest = planning.planNow();
    const firstWrong = latest.rows.find(({ state }) => state === 'wrong');
    const wrongCell = firstWrong?.cells.find(({ problem }) => problem !== undefined);
    if (latest.problem !== undefined) document.getElementById(`${prefix}-problem`)?.focus();
    else if (firstWrong && wrongCell && !onlyReady)
      document.getElementById(pasteIds.cell(prefix, firstWrong.number, wrongCell.index))?.focus();
    else onPaste([...(choices.replaces ? [] : current), ...latest.readyRows], latest.readyRows.length);
  };
  return (
    <EditingModal
      open
      title={
        <>
          粘贴到“{field.title}”
          <small className={styles.size}>
            共 {pasted.rows.length} 行 {width} 列
          </small>
        </>
      }
      width={960}
      unsaved={() => choices.cells !== pasted.rows}
      lossText="粘贴的内容尚未放入表格，关闭后不保留。"
      stayLabel="继续粘贴"
      onCancel={onClose}
      footer={
        <>
          <CancelButton />
          {wrong.length > 0 && ready > 0 && plan.problem === undefined && (
            <Button onClick={() => confirm(true)}>只粘贴没错的 {ready} 行</Button>
          )}
          {plan.surplus > 0 && (
            <Button onClick={planning.removeSurplus}>只留前 {ready + wrong.length - plan.surplus} 行</Button>
          )}
          <Button
            type="primary"
            disabled={ready + wrong.length === 0 || plan.surplus > 0}
            onClick={() => confirm(false)}
          >
            粘贴 {ready + wrong.length} 行{wrongCells.length > 0 && `（${wrongCells.length} 格待改）`}
          </Button>
        </>
      }
    >
      <div className={styles.choices}>
        <Checkbox checked={choices.hasHead} onChange={({ target }) => choose({ hasHead: target.checked })}>
          第一行是标题，不粘贴
        </Checkbox>
        {current.length > 0 && (
          <Segmented
            aria-label="放法"
            value={choices.replaces ? 'replace' : 'append'}
            options={[
              { value: 'append', label: '接在后面' },
              { value: 'replace', label: `换掉现有 ${current.length} 行` },
            ]}
            onChange={(value) => choose({ replaces: value === 'replace' })}
          />
        )}
        {(doubles > 0 || choices.takesDoubles) && (
          <Checkbox
            checked={choices.takesDoubles}
            onChange={({ target }) => choose({ takesDoubles: target.checked })}
          >
            重复的行也粘贴
          </Checkbox>
        )}
        <span role="status" className={styles.counts}>
          {plan.surplus > 0 ? (
            <span data-count="wrong">超出 {plan.surplus} 行</span>
          ) : (
            <span data-count="ready">{ready} 行可以</span>
          )}
          {wrongCells.length > 0 && <span data-count="wrong">{wrongCells.length} 格有错</span>}
          {doubles > 0 && <span data-count="double">{doubles} 行重复</span>}
        </span>
      </div>
      <PastedTable
        {...{ plan, prefix }}
        label={`将要粘贴到“${field.title}”的行`}
        original={pasted.rows}
        onCell={planning.setCell}
        onRemove={planning.removeRow}
      />
      <PasteFindings {...{ plan, prefix }} mergedCells={pasted.mergedCells} />
    </EditingModal>
  );
}
