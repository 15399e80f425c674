import { PrinterOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import type { PrintPart } from '../prints/print-parts.ts';
import { ChangeRows } from './ChangeRows.tsx';
import { ChangesState } from './ChangesState.tsx';
import { differencesOfChange, personOf, textOfDifference } from './change-texts.ts';
import styles from './history.module.css';
import { type ChangeOfFields, type FieldOfForm, useFormChanges } from './use-form-changes.ts';

/** Shows all changes of an order's forms, with filters by field, person and task, and prints them. */
export function FormChangesTab(props: { page: WorkOrderPage; onPrint: (part: PrintPart) => void }) {
  const { page, onPrint } = props;
  const [fieldKey, setFieldKey] = useState<string>();
  const fields = useMemo(() => changedFieldsOf(page), [page]);
  return (
    <FilteredChanges
      key={fieldKey}
      code={page.order.code}
      field={fields.find(({ value }) => value === fieldKey)?.field}
      fieldSelect={
        <NameSelect
          aria-label="表单项"
          placeholder="表单项"
          allowClear
          value={fieldKey}
          options={fields.map(({ value, label }) => ({ value, label }))}
          onChange={(value: string | undefined) => setFieldKey(value)}
        />
      }
      onPrint={onPrint}
    />
  );
}

/** Shows the changes; a new list begins with another field. */
function FilteredChanges(props: {
  code: string;
  field: FieldOfForm | undefined;
  fieldSelect: ReactNode;
  onPrint: (part: PrintPart) => void;
}) {
  const { code, field, fieldSelect, onPrint } = props;
  const changes = useFormChanges(code, field);
  const [person, setPerson] = useState<string>();
  const [nodeName, setNodeName] = useState<string>();
  const [isOnlyChanged, setOnlyChanged] = useState(false);
  const rows = changes.rows.filter(
    (row) =>
      (person === undefined || personOf(row) === person) &&
      (nodeName === undefined || row.flowNodeName === nodeName),
  );
  const select = (label: string, names: readonly string[], value: string | undefined, set: SetText) => (
    <NameSelect
      aria-label={label}
      placeholder={label}
      allowClear
      value={value}
      options={[...new Set(names)].filter(Boolean).map((name) => ({ value: name, label: name }))}
      onChange={set}
    />
  );
  return (
    <>
      <search className={styles.filters} aria-label="筛选修改记录">
        {fieldSelect}
        {select('人员', changes.rows.map(personOf), person, setPerson)}
        {select(
          '环节',
          changes.rows.map((row) => row.flowNodeName),
          nodeName,
          setNodeName,
        )}
        <Checkbox checked={isOnlyChanged} onChange={(event) => setOnlyChanged(event.target.checked)}>
          不含首次填写
        </Checkbox>
        <Button
          className={styles.print}
          icon={<PrinterOutlined aria-hidden />}
          disabled={rows.length === 0}
          onClick={() =>
            onPrint({
              key: 'rows',
              label: '表单修改记录',
              rows: <PrintedChanges {...{ rows, isOnlyChanged }} />,
            })
          }
        >
          打印
        </Button>
      </search>
      <ChangesState changes={changes}>
        <ChangeRows label="表单修改记录" rows={rows} isOnlyChanged={isOnlyChanged} />
      </ChangesState>
    </>
  );
}

type SetText = (value: string | undefined) => void;

/** Returns the changed fields of the order's forms as choices; with several forms each is named after its form. */
function changedFieldsOf({ forms }: WorkOrderPage) {
  return forms.flatMap(({ formCode, formName, formStructure, changes }) => {
    const compiled = compileForm(formStructure);
    if (Array.isArray(compiled)) return [];
    const changed = new Set(changes.flatMap((change) => change.fields));
    return compiled.fields
      .filter(({ id }) => changed.has(id))
      .map(({ id, title }) => ({
        value: `${formCode}.${id}`,
        label: forms.length > 1 ? `${formName}：${title}` : title,
        field: { formCode, fieldId: id },
      }));
  });
}

/** Shows the changes as rows of the printed sheet. */
function PrintedChanges(props: { rows: readonly ChangeOfFields[]; isOnlyChanged: boolean }) {
  return props.rows.map((row) => {
    const differences = differencesOfChange(row, props.isOnlyChanged);
    return differences.length === 0 ? null : (
      <tr key={`${row.formCode}.${row.version}`}>
        <th scope="row">{row.flowNodeName}</th>
        <td colSpan={5}>
          <p>
            {personOf(row)}　{minuteText(new Date(row.at))}
          </p>
          {differences.map((difference) => (
            <p key={difference.key}>
              {[difference.title, difference.place].filter(Boolean).join(' ')}：{textOfDifference(difference)}
            </p>
          ))}
        </td>
      </tr>
    );
  });
}
