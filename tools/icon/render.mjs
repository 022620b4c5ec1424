// Draws media/icon.png, the extension's icon, from icon.svg with Chromium:  node tools/icon/render.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, projectRoot } from '../rig/rig.mjs';

const svg = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
await page.screenshot({ path: join(projectRoot, 'media/icon.png'), omitBackground: true });
await browser.close();
