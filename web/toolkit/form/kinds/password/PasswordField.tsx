import { Input } from 'antd';
import { useState } from 'react';
import { passwordText } from '#domain/forms/kinds/password/password.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { ClearButton } from '../ClearButton.tsx';
import styles from '../light-kinds.module.css';

/**
 * Edits a password. The server only says that there is one: the box then opens empty, a typed text replaces the
 * password, and an untouched box keeps it.
 */
export function PasswordField(props: FieldEditorProps<string>) {
  const { control, disabled, field, masked, onBlur, onChange, value } = props;
  const [isFocused, setIsFocused] = useState(false);
  return (
    <div className={styles.row}>
      <Input
        {...control}
        type="password"
        // Otherwise the browser would fill in the password of the portal.
        autoComplete="new-password"
        className={styles.grow}
        disabled={disabled}
        placeholder={masked ? '已设置，输入后将替换' : (field.props.placeholder ?? '请输入')}
        status={control['aria-invalid'] && 'error'}
        value={masked ? (isFocused ? '' : passwordText) : value}
        onBlur={() => {
          setIsFocused(false);
          onBlur();
        }}
        onChange={({ target }) => onChange(target.value)}
        onFocus={() => setIsFocused(true)}
      />
      {value !== '' && !disabled && <ClearButton title={field.title} onClear={() => onChange('')} />}
    </div>
  );
}
