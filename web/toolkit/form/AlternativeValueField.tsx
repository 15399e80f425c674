import { HistoryOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { minuteText } from '#domain/calendar/local-date.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import styles from './alternative-value-field.module.css';
import type { AlternativeValue } from './field-basis.ts';
import type { FormStore } from './form-store.ts';
import { valueText } from './value-text.ts';

/**
 * Shows the value that another person entered in the field meanwhile, or that was typed here before, with a
 * button to use it.
 */
export function AlternativeValueField(props: {
  field: CompiledField;
  store: FormStore;
  id: string;
  alternative: AlternativeValue;
}) {
  const { field, store, id, alternative } = props;
  const isChanged = alternative.kind === 'changed';
  const text = valueText(field, alternative.value) || '（空）';
  return (
    <div className={styles.alternative} data-kind={alternative.kind} id={`${id}-alternative`} role="status">
      <span>
        {isChanged ? <UserSwitchOutlined aria-hidden /> : <HistoryOutlined aria-hidden />}{' '}
        {isChanged ? `${changedBy(alternative)}改为：` : '此前在本环节填写的内容：'}
        <span className={styles.value}>{text}</span>
      </span>
      <span className={styles.choices}>
        <Button
          type="link"
          size="small"
          aria-label={`${field.title}：${isChanged ? '采用对方内容' : '用这一内容'}`}
          onClick={() => store.chooseValue(field.id, 'alternative')}
        >
          {isChanged ? '采用对方内容' : '用这一内容'}
        </Button>
        {isChanged && (
          <Button
            type="link"
            size="small"
            aria-label={`${field.title}：保留我填写的`}
            onClick={() => store.chooseValue(field.id, 'own')}
          >
            保留我填写的
          </Button>
        )}
      </span>
    </div>
  );
}

/** Returns `赵敏于 11-28 10:32 `; only the time if no person is named. */
export function changedBy({ by, at }: Pick<AlternativeValue, 'by' | 'at'>): string {
  const moment = at === '' ? '' : `于 ${minuteText(new Date(at)).slice(5)} `;
  return `${by === '' ? '他人' : by}${moment}`;
}
