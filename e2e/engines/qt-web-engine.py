"""A window of QtWebEngine: `qt-web-engine.py 5` is Chromium 87, 6 is Chromium 102 (the versions of Debian 12)."""
import sys

if sys.argv[1] == '5':
    from PyQt5.QtCore import QUrl
    from PyQt5.QtWebEngineWidgets import QWebEngineView
    from PyQt5.QtWidgets import QApplication
else:
    from PyQt6.QtCore import QUrl
    from PyQt6.QtWebEngineWidgets import QWebEngineView
    from PyQt6.QtWidgets import QApplication

app = QApplication(sys.argv[:1])
view = QWebEngineView()
view.resize(390, 844)
view.load(QUrl('about:blank'))
view.show()
(app.exec_ if sys.argv[1] == '5' else app.exec)()
