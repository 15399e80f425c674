import 'virtual:tokens.css';
import '#web/toolkit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { VerifyPage } from './VerifyPage.tsx';
import { codeInAddress } from './verify-call.ts';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <VerifyPage code={codeInAddress(location.pathname)} />
    </StrictMode>,
  );
}
