import 'virtual:tokens.css';
import '#web/toolkit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { PhonePage } from './PhonePage.tsx';

showTheme(chosenTheme());

/** The address is `/m/upload/<code>`. */
const code = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <StrictMode>
      <PhonePage code={code} />
    </StrictMode>,
  );
