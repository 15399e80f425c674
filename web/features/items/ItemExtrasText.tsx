import { Input } from 'antd';
import { useState } from 'react';
import type { ItemExtras } from '#contract/item-settings.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';

type Rare = Pick<ItemExtras, 'extFields' | 'petitionFields' | 'traceSource'>;

const none: Rare = { extFields: [], petitionFields: null, traceSource: null };

/** What few items have, as one text. */
export function ItemExtrasText({
  settings,
  problems,
  onChange,
  onFaultyText,
}: FieldsProps & { onFaultyText: (isFaulty: boolean) => void }) {
  const { extFields, petitionFields, traceSource } = settings;
  const [text, setText] = useState(() => JSON.stringify({ extFields, petitionFields, traceSource }, null, 2));
  const [fault, setFault] = useState<string>();
  const type = (typed: string) => {
    setText(typed);
    const read = readRare(typed);
    const wrong = 'fault' in read ? read.fault : undefined;
    setFault(wrong);
    onFaultyText(wrong !== undefined);
    if ('rare' in read) onChange(read.rare);
  };
  const own = problems.filter(({ field }) => Object.keys(none).some((name) => field.startsWith(name)));
  return (
    <Card title="扩展信息（JSON）">
      <div className={styles.fields}>
        <ItemField
          id="extras"
          label="内容"
          problems={[...own, ...(fault ? [{ field: 'extras', message: fault }] : [])].map((each) => ({
            ...each,
            field: 'extras',
          }))}
          hint="extFields 扩展信息、petitionFields 历史信访、traceSource 外部轨迹；无则不填"
        >
          <Input.TextArea
            id="item-extras"
            rows={6}
            spellCheck={false}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
        </ItemField>
      </div>
    </Card>
  );
}

/** What of the text the server can look at; whether it has the right shape is the server's to say. */
function readRare(text: string): { rare: Rare } | { fault: string } {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return { fault: '应为一个对象' };
    const unknown = Object.keys(read).filter((key) => !Object.hasOwn(none, key));
    if (unknown.length > 0) return { fault: `没有这样的内容：${unknown.join('、')}` };
    return { rare: { ...none, ...read } };
  } catch {
    return { fault: '不是有效的 JSON' };
  }
}
