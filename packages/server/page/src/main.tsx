import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
// biome-ignore lint/correctness/useImportExtensions: a style sheet has an extension of its own
import './theme/page.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { allowStyles } from './theme/style-nonce.js';

allowStyles();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root".');
createRoot(root).render(<App />);
