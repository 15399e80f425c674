import { Input, Select } from 'antd';
import { useState } from 'react';
import { placeholderFormatNames } from '#domain/documents/placeholders.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { type ActiveTextField, insertAtCursor, ownFactsOf, useEditorContext } from './editor-context.ts';
import styles from './template-editor.module.css';
import formStyles from './template-form.module.css';

/**
 * Shows 可填内容: the facts that a text of the item's documents may contain, in groups; a click inserts one at the
 * last cursor position.
 */
export function FactList({ activeField }: { activeField: ActiveTextField | undefined }) {
  const { facts } = useEditorContext();
  const [searchText, setSearchText] = useState('');
  const [format, setFormat] = useState('');
  const ownFacts = ownFactsOf(facts, activeField?.listPath);
  const groups = Map.groupBy(facts.values, ({ label }) => groupOf(label));
  const groupEntries = [
    ...(ownFacts.length > 0 ? [['当前列表的一项', ownFacts] as const] : []),
    ...[...groups].map(([group, facts]) => [group, facts] as const),
  ];
  const matches = groupEntries
    .map(
      ([group, groupFacts]) =>
        [group, groupFacts.filter(({ label }) => label.includes(searchText.trim()))] as const,
    )
    .filter(([, groupFacts]) => groupFacts.length > 0);
  const insert = (label: string) =>
    activeField && insertAtCursor(activeField, format === '' ? `{{${label}}}` : `{{${label}|${format}}}`);
  return (
    <div className={styles.facts}>
      <div className={formStyles.row}>
        <Input
          aria-label="查找可填内容"
          placeholder="查找"
          allowClear
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
        <Select
          aria-label="写法"
          popupMatchSelectWidth={false}
          value={format}
          options={[
            { value: '', label: '原样填入' },
            ...placeholderFormatNames.map((name) => ({ value: name, label: `写成${name}` })),
          ]}
          onChange={setFormat}
        />
      </div>
      <p className={styles.quiet}>
        {activeField ? '点击一项，填入刚才输入的位置。' : '请先点击左侧要填写的位置，再点击一项填入。'}
      </p>
      {matches.length === 0 && <EmptyState compact title="没有找到" />}
      {matches.map(([group, groupFacts]) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <ul>
            {groupFacts.map(({ path, label }) => (
              <li key={path}>
                <button
                  type="button"
                  disabled={activeField === undefined}
                  // The cursor stays in the text field while the button is pressed.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(label)}
                >
                  {label.startsWith(`${group}.`) ? label.slice(group.length + 1) : label}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Returns the text before the dot; labels without a dot belong to the document itself. */
function groupOf(label: string): string {
  const dot = label.indexOf('.');
  return dot < 0 ? '本文书' : label.slice(0, dot);
}
