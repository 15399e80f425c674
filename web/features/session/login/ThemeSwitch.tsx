import { useSyncExternalStore } from 'react';
import { PortalTheme, portalThemeLabel } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, watchTheme } from '#web/api/chosen-theme.ts';
import { chooseLoginTheme } from '../login-theme.ts';
import styles from './theme-switch.module.css';

/** Switches the theme of the portal before login: users who need large type need it here too. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(watchTheme, chosenTheme);
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">界面版本</legend>
      {Object.values(PortalTheme).map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            checked={value === theme}
            onChange={() => chooseLoginTheme(value)}
          />
          {portalThemeLabel[value]}
        </label>
      ))}
    </fieldset>
  );
}
