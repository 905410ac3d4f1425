# The bench in the browser host, as an image: docs/ci.md. It installs the published package, so what it runs is what
# `npm run tarball` makes. Build it with `docker build --tag paybench .`; no machine of ours has Docker, so its steps are run without it
# (docs/ci.md says how far).
FROM node:20-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/tarball.mjs
# The package brings the native module of every system: the image needs that of Linux.
RUN npm install --prefix /opt/paybench --omit=dev --no-audit --no-fund --offline ./dist/paybench-*.tgz \
  && rm -r /opt/paybench/node_modules/paybench/node_modules/@photostructure/sqlite/prebuilds/darwin-* \
    /opt/paybench/node_modules/paybench/node_modules/@photostructure/sqlite/prebuilds/win32-*

FROM node:20-bookworm-slim
COPY --from=build /opt/paybench /opt/paybench
ENV NODE_ENV=production
RUN install -d -o node -g node -m 700 /data
USER node
WORKDIR /home/node
VOLUME /data
EXPOSE 8600 8610 8611 8620 8621
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:8610/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/paybench/node_modules/paybench/main/cli.js"]
# Other containers reach it as "paybench"; another name needs --allow-host NAME.
CMD ["start", "--bind", "0.0.0.0", "--allow-host", "paybench", "--no-open", "--data-dir", "/data", "--token-file", "/data/workbench-token"]
