import { switchOneClick } from '../../../stores/trading/screen-choices.ts';
import { AskDialog } from '../../shared/ask-dialog.tsx';
import { Button } from '../../shared/button.tsx';
import { useTerminal } from '../terminal-context.ts';

/** What one-click trading means, before it is switched on. This module is loaded on first use. */
export function OneClickWarning({ onShut }: { onShut: () => void }) {
  const { t } = useTerminal();
  const accept = () => {
    switchOneClick(true);
    onShut();
  };
  return (
    <AskDialog title={t('platform.oneClick.title')} text={t('platform.oneClick.warning')} onShut={onShut}>
      <Button variant="quiet" data-begin onClick={onShut}>
        {t('platform.oneClick.cancel')}
      </Button>
      <Button variant="primary" onClick={accept}>
        {t('platform.oneClick.accept')}
      </Button>
    </AskDialog>
  );
}
