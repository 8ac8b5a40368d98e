"""Texts of `queji flash`, `rollback`, `backup`, `restore` and `emulate`."""

TEXTS = {
    "help.flash": (
        """From a blank Raspberry Pi Pico, or a table that runs, to a table with this firmware.

Says at each step what it does: finds the board, puts MicroPython on it when it has none, compiles the firmware for it,
sends what changed into the program slot that does not run, proves every file, switches over, and waits until the new
program says that it is well. If it does not, the old one is back. Whatever is unplugged or cut: the table starts.
Settings stay as they are.

\b
  queji flash                     the table, board or BOOTSEL drive that is there
  queji flash --dry-run           only tell what would be done
  queji flash --board rpi_pico2   another board's pins and mechanics (a folder, too)
  queji flash --uf2 FILE          this image of MicroPython""",
        """从空白的 Raspberry Pi Pico 或正在运行的牌桌，到装好本固件的牌桌。

每一步都说明在做什么：找到控制板，没有 MicroPython 时先写入，按控制板编译固件，把有变化的文件送入未在运行的程序槽，
逐个校验文件，切换，并等待新程序报告正常。若不正常则恢复旧程序。无论何时拔线或断电，牌桌都能启动。设置保持不变。

\b
  queji flash                     当前连接的牌桌、控制板或 BOOTSEL 盘
  queji flash --dry-run           只说明将要做什么
  queji flash --board rpi_pico2   使用另一块控制板的引脚和机械参数（也可给文件夹）
  queji flash --uf2 文件          使用这个 MicroPython 映像""",
    ),
    "help.rollback": (
        """Back to the program that ran before the last `queji flash`.

\b
  queji rollback""",
        """恢复上一次 queji flash 之前的程序。

\b
  queji rollback""",
    ),
    "help.backup": (
        """Copy the table's own files (settings, state, calibration, journal) into a ZIP file.

The table stops for it and starts again afterwards. The program is not copied, nor the secret of the dice.

\b
  queji backup FILE.zip""",
        """把牌桌自己的文件（设置、状态、校准、日志）复制到 ZIP 文件。

期间牌桌会停下，之后重新启动。不复制程序，也不复制骰子的密钥。

\b
  queji backup 文件.zip""",
    ),
    "help.restore": (
        """Put back what `queji backup` has copied: settings, state and calibration.

The journal stays that of the table. From another table come its settings alone, unless --all is given.

\b
  queji restore FILE.zip""",
        """写回 queji backup 复制的设置、状态和校准。

日志仍是牌桌自己的。来自另一张牌桌时只写回设置，除非给出 --all。

\b
  queji restore 文件.zip""",
    ),
    "help.emulate": (
        """Run the table's controller in an emulator: the real MicroPython for the RP2040, the mechanics on its pins.

Some forty times slower than a real one; for looking at the firmware, mpremote and queji flash without a board. Needs an
image of MicroPython: QUEJI_UF2, or one in the cache; --get downloads it. Ctrl-C ends it.

\b
  queji emulate              a table with this firmware
  queji emulate --blank      a board with MicroPython alone, for queji flash
  queji emulate --get        download the image and end""",
        """在模拟器中运行牌桌的控制器：真正的 RP2040 版 MicroPython，引脚上接着机械模型。

比实物慢约四十倍；没有控制板也能查看固件、mpremote 和 queji flash。需要 MicroPython 映像：QUEJI_UF2 或缓存中的映像；
--get 会下载。Ctrl-C 结束。

\b
  queji emulate              装好本固件的牌桌
  queji emulate --blank      只有 MicroPython 的控制板，供 queji flash 使用
  queji emulate --get        下载映像后结束""",
    ),
    "option.flash-board": ("Board: a name under boards/ or a folder.", "控制板：boards/ 下的名称或文件夹。"),
    "option.uf2": ("MicroPython image to put on (UF2 file).", "要写入的 MicroPython 映像（UF2 文件）。"),
    "option.dry-run": ("Only tell what would be done.", "只说明将要做什么。"),
    "option.flash-force": ("A table that is at work is paused first.", "正在工作的牌桌先暂停。"),
    "option.drive": ("Folder of the board's USB drive.", "控制板 USB 盘的文件夹。"),
    "option.patience": ("Times as long as usual for everything (an emulator).", "所有等待时间的倍数（用于模拟器）。"),
    "option.restore-all": ("From another table too: everything.", "来自另一张牌桌时也全部写回。"),
    "option.blank": ("MicroPython alone, no firmware.", "只有 MicroPython，没有固件。"),
    "option.get": ("Download the image of MicroPython and end.", "下载 MicroPython 映像后结束。"),
    "option.emulate-state": ("Folder that keeps flash and FRAM.", "保存闪存和 FRAM 的文件夹。"),
    "flash.drive": ("Found a board that waits for an image: {drive}", "找到等待映像的控制板：{drive}"),
    "flash.would_put": ("Would put MicroPython on it: {file}", "将写入 MicroPython：{file}"),
    "flash.put": ("Putting MicroPython on it: {file} (SHA-256 {hash}…)", "写入 MicroPython：{file}（SHA-256 {hash}…）"),
    "flash.downloading": ("Downloading MicroPython: {url}", "下载 MicroPython：{url}"),
    "flash.table": (
        "Found a table on {port}: firmware {version}, state {state}",
        "在 {port} 找到牌桌：固件 {version}，状态 {state}",
    ),
    "flash.prompt": ("No table answers on {port}: looking for MicroPython there", "{port} 上没有牌桌应答：查看那里有没有 MicroPython"),
    "flash.nothing": ("Nothing to do: the table runs this firmware ({version}, {hash})", "无需更新：牌桌运行的就是本固件（{version}，{hash}）"),
    "flash.image": (
        "This firmware ({hash}) is frozen in the board's MicroPython: only the board's files are needed",
        "本固件（{hash}）已固化在板上的 MicroPython 中：只需写入板卡文件",
    ),
    "flash.other_image": (
        "Another queji ({hash}) is frozen in the board's MicroPython: this one goes as files, which take memory;"
        " an image of this one (--uf2) would not",
        "板上的 MicroPython 固化了另一版 queji（{hash}）：本版将以文件写入并占用内存；使用本版的固化映像（--uf2）则不会",
    ),
    "flash.same": ("The program in {slot} is this firmware already", "{slot} 中的程序已是本固件"),
    "flash.pausing": ("The table is at work: pausing it", "牌桌正在工作：先暂停"),
    "flash.settings_kept": ("Settings copied to {file}", "设置已复制到 {file}"),
    "flash.dry_restarts": ("(to compare the files the table restarts twice)", "（为比较文件，牌桌会重启两次）"),
    "flash.restarting": ("The table restarts without its program", "牌桌重启，不启动程序"),
    "flash.plan": (
        "Runs from {active}; into {slot} go {send} files ({bytes} bytes); {copy} are copied on the board, {keep} are there",
        "正在运行 {active}；向 {slot} 发送 {send} 个文件（{bytes} 字节）；板内复制 {copy} 个，已有 {keep} 个",
    ),
    "flash.dry": ("Nothing was changed (--dry-run)", "没有改动（--dry-run）"),
    "flash.proved": ("All {count} files are proved on the board", "控制板上的 {count} 个文件全部校验无误"),
    "flash.switched": ("Starting from {slot}, on trial", "从 {slot} 试运行启动"),
    "flash.hello": ("The table answers: firmware {version}, {hash}", "牌桌应答：固件 {version}，{hash}"),
    "flash.tested": ("Self-tests without motion passed: {tests}", "无动作自检通过：{tests}"),
    "flash.untested": ("Self-tests left out: {why}", "略过自检：{why}"),
    "flash.settings": ("Settings: {count} as before, {restored} put back", "设置：{count} 项不变，{restored} 项已写回"),
    "flash.setting_lost": ("Setting {name} could not be put back: {why}", "设置 {name} 无法写回：{why}"),
    "flash.well": ("The new program is well", "新程序正常"),
    "flash.not_well": ("The new program is not well: {why}", "新程序不正常：{why}"),
    "flash.back": ("The old program is back", "已恢复旧程序"),
    "flash.done": ("Done in {seconds} s: {sent} files sent, {bytes} bytes", "完成，用时 {seconds} 秒：发送 {sent} 个文件，{bytes} 字节"),
    "flash.sending": ("sending", "发送"),
    "rollback.switched": ("Back from {was} to {slot}", "从 {was} 恢复到 {slot}"),
    "backup.saved": ("{count} files in {file}", "{count} 个文件存入 {file}"),
    "backup.restored": ("{count} files put back; the table starts", "写回 {count} 个文件；牌桌正在启动"),
    "emulate.running": ("Emulated controller on {port}, about 40 times slower than a real one", "模拟控制器在 {port}，比实物慢约 40 倍"),
    "emulate.connect": (
        "Try: queji --port {port} flash --patience 40, or mpremote connect {port}",
        "试试：queji --port {port} flash --patience 40，或 mpremote connect {port}",
    ),
    "emulate.got": ("The image is in {file}", "映像在 {file}"),
    "error.flash": ("Flashing failed: {why}", "写入失败：{why}"),
    "error.no_board": ("No board found: neither a port nor a BOOTSEL drive.", "没有找到控制板：既没有端口，也没有 BOOTSEL 盘。"),
    "error.no_board.hint": (
        "Hold the BOOTSEL button of the Pico while plugging its USB cable in: a drive named RPI-RP2 appears; then run it again.",
        "按住 Pico 上的 BOOTSEL 键插入 USB 线：会出现名为 RPI-RP2 的盘；然后再运行一次。",
    ),
    "error.dry_no_port": ("The rest can be told once MicroPython is on the board.", "写入 MicroPython 之后才能说明其余步骤。"),
    "error.no_port_after_image": (
        "The board got its image, but no serial port appeared.",
        "映像已写入控制板，但没有出现串口。",
    ),
    "error.no_port_after_image.hint": (
        "Unplug it and plug it in again without BOOTSEL; look at 'queji ports'.",
        "拔下后不按 BOOTSEL 重新插入；查看 queji ports。",
    ),
    "error.several_drives": ("Several boards wait for an image: {drives}.", "有多块控制板等待映像：{drives}。"),
    "error.several_drives.hint": ("Leave one plugged in, or name it with --drive.", "只留一块，或用 --drive 指定。"),
    "error.flash_board": ("There is no board '{board}'.", "没有控制板“{board}”。"),
    "error.flash_board.hint": ("Known: {boards}; or give a folder with pins.csv.", "已知：{boards}；或给出含 pins.csv 的文件夹。"),
    "error.no_prompt": ("On {port} there is neither a table nor a MicroPython prompt.", "{port} 上既没有牌桌，也没有 MicroPython。"),
    "error.no_prompt.hint": (
        "Another device? Else hold BOOTSEL while plugging the board in, and run it again.",
        "是其他设备吗？否则按住 BOOTSEL 插入控制板，再运行一次。",
    ),
    "error.own_board": (
        "This table's board is '{board}', which does not come with the tool; with other pins its motors would run wrongly.",
        "这张桌子的控制板是“{board}”，不随工具附带；用别的引脚表会使电机误动。",
    ),
    "error.own_board.hint": (
        "Give its folder: queji flash --board DIR; for the reference's wiring --board rpi_pico.",
        "请给出它的文件夹：queji flash --board DIR；参考接线用 --board rpi_pico。",
    ),
    "error.wrong_board": ("This is not the board: {why}", "不是这块控制板：{why}"),
    "error.other_board": ("The board is '{found}', the files are for {board}.", "控制板是“{found}”，而文件用于 {board}。"),
    "error.other_board.hint": ("Name the board with --board (queji board list).", "用 --board 指定控制板。"),
    "error.board_code": ("The board does not do as it is told: {why}", "控制板没有按要求执行：{why}"),
    "error.too_old": ("MicroPython {version} on the board is too old; {oldest} is needed.", "控制板上的 MicroPython {version} 太旧，需要 {oldest}。"),
    "error.too_old.hint": (
        "Hold BOOTSEL while plugging it in and run 'queji flash' again: it puts a newer one on. Settings stay.",
        "按住 BOOTSEL 插入并再次运行 queji flash：会写入较新的版本。设置保留。",
    ),
    "error.bad_image": ("The image cannot be used: {why}", "映像不能使用：{why}"),
    "error.image_no_uf2": ("{file} is not a UF2 file.", "{file} 不是 UF2 文件。"),
    "error.image_no_uf2.hint": (
        "It is the file for the BOOTSEL drive, from micropython.org: RPI_PICO-….uf2; 'queji emulate --get' fetches one.",
        "应为放入 BOOTSEL 盘的文件，来自 micropython.org：RPI_PICO-….uf2；queji emulate --get 可下载一份。",
    ),
    "error.image_torn": ("{file} is torn: blocks are missing or damaged.", "{file} 不完整：缺块或损坏。"),
    "error.image_torn.hint": ("Get it again.", "请重新获取。"),
    "error.image_other_chip": ("{file} is for another chip ({found}, not {wanted}).", "{file} 用于另一种芯片（{found}，而不是 {wanted}）。"),
    "error.image_other_hash": (
        "{file} is not the image that is known: SHA-256 {got}…, not {wanted}…",
        "{file} 不是已知的映像：SHA-256 {got}…，应为 {wanted}…",
    ),
    "error.image_download": ("The image cannot be downloaded from {url}: {why}", "无法从 {url} 下载映像：{why}"),
    "error.image_download.hint": (
        "Download it elsewhere and give it with --uf2 FILE or QUEJI_UF2.",
        "在别处下载，再用 --uf2 文件 或 QUEJI_UF2 指定。",
    ),
    "error.image_none": ("No image is known for {mcu}.", "没有已知的 {mcu} 映像。"),
    "error.image_none.hint": ("Get one from {page} and give it with --uf2 FILE.", "从 {page} 获取，再用 --uf2 文件 指定。"),
    "error.image_drive": ("The image cannot be written to {drive}: {why}", "无法把映像写入 {drive}：{why}"),
    "error.table_busy": ("The table is at work ({state}).", "牌桌正在工作（{state}）。"),
    "error.table_busy.hint": ("Wait until it is ready, or --force to pause it first.", "等它完成，或用 --force 先暂停。"),
    "error.board_lost": ("The board on {port} fell silent: {why}", "{port} 上的控制板没有响应：{why}"),
    "error.board_lost.hint": ("Check the cable and run it again; the table starts with its old program.", "检查线缆后再运行一次；牌桌以旧程序启动。"),
    "error.board_full": ("The board's flash is full.", "控制板闪存已满。"),
    "error.board_full.hint": ("Remove files that are not the table's (mpremote ls); the old program stays.", "删除不属于牌桌的文件（mpremote ls）；旧程序仍在。"),
    "error.board_read_only": ("The board's file system cannot be written.", "控制板文件系统不可写。"),
    "error.board_storage": ("The board's file system refuses: {why}", "控制板文件系统拒绝：{why}"),
    "error.mismatch": ("{file} on the board is not what was sent.", "控制板上的 {file} 与发送的不符。"),
    "error.mismatch.hint": ("Run it again; if it stays so, the flash of the board is worn.", "再运行一次；若依旧，则控制板闪存已损耗。"),
    "error.not_well": ("The new program was not well ({why}); the old one is back.", "新程序不正常（{why}）；已恢复旧程序。"),
    "error.not_well.hint": ("Report it with 'queji log'; the table can be used.", "请附上 queji log 报告；牌桌可以使用。"),
    "error.not_well_only": (
        "The new program is not well ({why}); there is no older one, so it stays.",
        "新程序不正常（{why}）；没有旧程序可恢复，新程序保留。",
    ),
    "error.not_well_only.hint": (
        "Look at 'queji faults' and 'queji test sensors'; then run it again.",
        "请查看 queji faults 与 queji test sensors，然后再运行一次。",
    ),
    "error.not_started": (
        "The table started from another program ({found}, not {wanted}): the new one failed.",
        "牌桌从另一个程序启动（{found}，而不是 {wanted}）：新程序启动失败。",
    ),
    "error.no_other_program": ("There is no other program on the board to go back to.", "控制板上没有可恢复的其他程序。"),
    "error.no_other_program.hint": ("'queji flash' puts this version on.", "queji flash 会写入本版本。"),
    "error.compile": ("{file} does not compile: {why}", "{file} 无法编译：{why}"),
    "error.backup_bad": ("{file} is not a backup of a table: {why}", "{file} 不是牌桌备份：{why}"),
    "error.backup_bad.hint": (
        "A backup is made by 'queji backup FILE.zip'; another one may be whole.",
        "备份由 queji backup 文件.zip 生成；别的备份可能是完整的。",
    ),
    "error.no_emulator": ("The emulator is not installed.", "没有安装模拟器。"),
    "error.no_emulator.hint": ("pip install 'queji[emulated]'", "pip install 'queji[emulated]'"),
    "error.no_image": ("No image of MicroPython for the emulator: {why}", "没有供模拟器使用的 MicroPython 映像：{why}"),
    "error.no_image.hint": (
        "'queji emulate --get' where there is internet; else put a RPI_PICO-*.uf2 into {folder} or its path into QUEJI_UF2.",
        "有网络时运行 queji emulate --get；否则把 RPI_PICO-*.uf2 放入 {folder}，或用 QUEJI_UF2 指定。",
    ),
}
