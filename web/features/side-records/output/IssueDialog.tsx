import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Form, Input, InputNumber, Radio, Select } from 'antd';
import { useState } from 'react';
import { outputRecords } from '#contract/output-records.ts';
import {
  DocumentCategory,
  documentCategoryLabel,
  proposedCategory,
} from '#domain/enumerations/document-category.ts';
import { type OutputItem, outputLimits } from '#domain/records/output.ts';
import { OutputWay, outputWayLabel } from '#domain/records/output-way.ts';
import { queryOf } from '#web/api/query-of.ts';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import styles from './output.module.css';

interface Row extends Omit<OutputItem, 'category'> {
  key: number;
  /** The chosen category; until then, the name proposes it. */
  category?: DocumentCategory;
}

const categories = Object.values(DocumentCategory).map((value) => ({
  value,
  label: documentCategoryLabel[value],
}));

/** Shows 出证: the certificates with numbers and copies, and the way of service. */
export function IssueDialog(props: RecordDialogProps) {
  const choices = useQuery(queryOf(outputRecords.choices, { params: { workorderCode: props.order.code } }));
  const { ways = [], names = [] } = choices.data ?? {};
  const [typedRows, setTypedRows] = useState<readonly Row[]>();
  const [chosenWay, setChosenWay] = useState<OutputWay>();
  const command = useRecordCommand(outputRecords.command, props);
  const { problems, clearProblem } = command;
  const proposed: readonly Row[] = (names.length > 0 ? names : ['']).map((name, key) => ({
    key,
    name,
    number: '',
    copies: 1,
  }));
  const rows = typedRows ?? proposed;
  const way = chosenWay ?? ways[0];
  const changeRow = (key: number, change: Partial<Row>, field: string) => {
    setTypedRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
    clearProblem(field);
  };
  const submit = () =>
    command.send(
      {
        command: 'issue',
        outputs: rows.map(({ name, category = proposedCategory(name), number, copies }) => ({
          name,
          category,
          number,
          copies,
        })),
        way: way as OutputWay,
      },
      [way === undefined && ['way', '请选择送达方式']],
    );
  return (
    <RecordCommandDialog
      {...props}
      hasChoices
      values={[typedRows, chosenWay]}
      running={command.running}
      disabled={!choices.data}
      onSubmit={submit}
    >
      <Form layout="vertical" component={false}>
        <Form.Item
          label="证照和文书"
          required
          validateStatus={problems.outputs && 'error'}
          help={problems.outputs}
        >
          <div className={styles.rows}>
            {rows.map((row, index) => {
              const at = `outputs.${index}`;
              const problem = problems[`${at}.name`] ?? problems[`${at}.number`] ?? problems[`${at}.copies`];
              return (
                <div key={row.key} className={styles.row} data-faulty={problem !== undefined || undefined}>
                  <AutoComplete
                    className={styles.name ?? ''}
                    aria-label={`第 ${index + 1} 件的名称`}
                    placeholder="名称"
                    value={row.name}
                    options={names.map((value) => ({ value }))}
                    onChange={(name: string) => changeRow(row.key, { name }, `${at}.name`)}
                  />
                  <Select
                    aria-label={`第 ${index + 1} 件的类别`}
                    value={row.category ?? proposedCategory(row.name)}
                    options={categories}
                    onChange={(category) => changeRow(row.key, { category }, `${at}.category`)}
                  />
                  <Input
                    className={styles.number ?? ''}
                    aria-label={`第 ${index + 1} 件的编号`}
                    placeholder="编号（选填）"
                    value={row.number}
                    onChange={({ target }) => changeRow(row.key, { number: target.value }, `${at}.number`)}
                  />
                  <InputNumber
                    className={styles.copies ?? ''}
                    aria-label={`第 ${index + 1} 件的份数`}
                    min={1}
                    max={outputLimits.copies}
                    precision={0}
                    suffix="份"
                    value={row.copies}
                    onChange={(copies) => changeRow(row.key, { copies: copies ?? 0 }, `${at}.copies`)}
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`删除第 ${index + 1} 件`}
                    disabled={rows.length === 1}
                    onClick={() => setTypedRows(rows.filter(({ key }) => key !== row.key))}
                  />
                  {problem !== undefined && <small className={styles.problem}>{problem}</small>}
                </div>
              );
            })}
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={rows.length >= outputLimits.rows}
              onClick={() =>
                setTypedRows([
                  ...rows,
                  { key: Math.max(...rows.map(({ key }) => key)) + 1, name: '', number: '', copies: 1 },
                ])
              }
            >
              添加一件
            </Button>
          </div>
        </Form.Item>
        <Form.Item label="送达方式" required validateStatus={problems.way && 'error'} help={problems.way}>
          <Radio.Group
            aria-label="送达方式"
            value={way}
            options={ways.map((value) => ({ value, label: outputWayLabel[value] }))}
            onChange={({ target }) => {
              setChosenWay(target.value as OutputWay);
              clearProblem('way');
            }}
          />
        </Form.Item>
        {way === OutputWay.post && <p>登记后请在“快递寄出”中下单或登记运单号。</p>}
      </Form>
    </RecordCommandDialog>
  );
}
