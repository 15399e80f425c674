import { Button, Radio } from 'antd';
import { useState } from 'react';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useGoWhenClosed } from '#web/toolkit/dialog/use-go-when-closed.ts';
import { changedBy } from '#web/toolkit/form/AlternativeValueField.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import styles from './conflict-dialog.module.css';

type Choice = 'alternative' | 'own';

/**
 * Shows every field that this person edited and another person has changed meanwhile, with both values:
 * nothing is sent before the user has decided each of them.
 */
export function ConflictDialog(props: {
  forms: Pick<HandledForms, 'conflicts'>;
  onResolved: () => void;
  onClose: () => void;
}) {
  const { forms, onResolved, onClose } = props;
  const [conflicts, setConflicts] = useState(forms.conflicts);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const goTo = useGoWhenClosed(onClose);
  const openCount = conflicts.filter(({ key }) => choices[key] === undefined).length;
  const applyChoices = () => {
    const current = forms.conflicts();
    // A field that was changed again while the dialog was open is asked about again.
    if (current.some(({ key }) => choices[key] === undefined)) return setConflicts(current);
    for (const { key, choose } of current) {
      const choice = choices[key];
      if (choice !== undefined) choose(choice);
    }
    onResolved();
  };
  return (
    <AppModal
      open
      title="表单内容已被他人修改"
      width={560}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span role="status">{openCount > 0 ? `还有 ${openCount} 项未选择` : ''}</span>
          <Button onClick={() => goTo(() => conflicts[0]?.go())}>返回修改</Button>
          <Button type="primary" disabled={openCount > 0} onClick={applyChoices}>
            按所选继续
          </Button>
        </div>
      }
    >
      <p className={styles.note}>您填写期间，他人修改了以下内容。请逐项选择以哪一项为准，选择前不会提交。</p>
      {conflicts.map(({ key, title, mine, theirs, by, at }) => (
        <fieldset className={styles.conflict} key={key}>
          <legend>{title}</legend>
          <Radio.Group
            className={styles.choices}
            value={choices[key]}
            aria-label={title}
            onChange={(event) => setChoices((before) => ({ ...before, [key]: event.target.value as Choice }))}
          >
            <Radio value="own">
              <span className={styles.source}>保留我填写的</span>
              <span className={styles.value}>{mine || '（空）'}</span>
            </Radio>
            <Radio value="alternative">
              <span className={styles.source}>采用{changedBy({ by, at })}修改的</span>
              <span className={styles.value}>{theirs || '（空）'}</span>
            </Radio>
          </Radio.Group>
        </fieldset>
      ))}
    </AppModal>
  );
}
